import { holdsCode } from '../../src/claims/scrub-codes.js';
import { type Asked, onComponent, openForm, showPage } from '../../src/discord/interactions/handler.js';
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
			showPage(async () => {
				const unlinking = unlinkingOf(asked.values[0]);
				if (unlinking === undefined) {
					return await pageOfSetup(asked, services, 'policy', asked.t('refusal.wasOutdated'));
				}
				return await choose(asked, services, { what: 'unlinking', unlinking });
			}),
		),
	),
	onComponent('button', askForSeats, 'manager', ({ t }) => openForm(seatsModal(t))),
	onComponent('modal', sendSeats, 'manager', (asked, services: SetupServices) =>
		showPage(async () => {
			const { fields } = asked;
			const typed = fields.text(seatsInputs.seats).trim();
			const seats = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
			if (seats < 1 || seats > maxSeats) {
				const note = `⚠️ **${asked.t('policy.badSeats', { most: maxSeats })}**`;
				return await pageOfSetup(asked, services, 'policy', note);
			}
			return await chooseSeats(asked, services, fields.text(seatsInputs.licence), seats);
		}),
	),
];

/** Sets how many members may share a code of a licence type; 1 restores the default. */
export async function chooseSeats(
	asked: Asked,
	services: SetupServices,
	typedLicence: string,
	seats: number,
): Promise<MessageView> {
	const typed = typedLicence.trim();
	const known = spelledAs(typed, services.licenceTypes.list());
	if (typed === '' || (known === undefined && holdsCode(typed))) return licenceIsCodeView(asked.t);
	return await choose(asked, services, { what: 'seats', licenseType: known ?? typed, seats });
}
