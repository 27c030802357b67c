import { holdsCode } from '../../src/claims/scrub-codes.js';
import { type Asked, onComponent, openModal, turnLater } from '../../src/discord/interactions/handler.js';
import type { Answerable } from '../../src/discord/interactions/interaction-ports.js';
import { askForSeats, chooseFree, chooseUnlinking, sendSeats } from '../../src/views/custom-ids/setup-ids.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { seatsInputs, seatsModal, unlinkingOf } from '../../src/views/management/policy-view.js';
import { licenceIsCodeView } from '../../src/views/management/setup-rules-view.js';
import { choose, pageOfSetup } from './setup-pages.js';
import { spelledAs } from './setup-rule-subject.js';
import type { SetupServices } from './setup-services.js';

/** The settings accept no more; a code with more seats would work for everyone. */
export const maxSeats = 50;

/** The page of seats and unlinking: its selects and the seats modal. A choice is saved immediately. */
export const policyComponents = [
	...[chooseUnlinking, chooseFree].map((id) =>
		onComponent('select', id, 'manager', (asked, services: SetupServices) =>
			turnLater(async () => {
				const unlinking = unlinkingOf(asked.interaction.values[0]);
				if (unlinking === undefined) {
					return await pageOfSetup(asked, services, 'policy', asked.t('refusal.wasOutdated'));
				}
				return await choose(asked, services, { what: 'unlinking', unlinking });
			}),
		),
	),
	onComponent('button', askForSeats, 'manager', ({ t }) => openModal(seatsModal(t))),
	onComponent('modal', sendSeats, 'manager', (asked, services: SetupServices) =>
		turnLater(async () => {
			const { fields } = asked.interaction;
			const typed = fields.getTextInputValue(seatsInputs.seats).trim();
			const seats = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
			if (seats < 1 || seats > maxSeats) {
				const note = `⚠️ **${asked.t('policy.badSeats', { most: maxSeats })}**`;
				return await pageOfSetup(asked, services, 'policy', note);
			}
			return await chooseSeats(asked, services, fields.getTextInputValue(seatsInputs.licence), seats);
		}),
	),
];

/** Sets how many members may share a code of a licence type; 1 restores the default. */
export async function chooseSeats(
	asked: Asked<Answerable>,
	services: SetupServices,
	typedLicence: string,
	seats: number,
): Promise<MessageView> {
	const typed = typedLicence.trim();
	const known = spelledAs(typed, services.licenceTypes.list());
	if (typed === '' || (known === undefined && holdsCode(typed))) return licenceIsCodeView(asked.t);
	return await choose(asked, services, { what: 'seats', licenseType: known ?? typed, seats });
}
