import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { ClaimPolicy, UnlinkPolicy } from '../../claims/policy.js';
import type { Translator } from '../../i18n/translator.js';
import { askForSeats, chooseUnlinking, sendSeats } from '../custom-ids/setup-ids.js';
import { button, select } from '../kit/components.js';
import { field } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, selectRow, text } from '../kit/page.js';
import { unlinkingText } from '../kit/policy-text.js';
import { foreignLine } from '../kit/text.js';
import { backButton } from './setup-choice-view.js';

const offered: readonly UnlinkPolicy[] = [
	{ kind: 'never' },
	{ kind: 'members-move' },
	...[0, 1, 7, 14, 30, 90, 180].map((days) => ({ kind: 'after-days', days }) as const),
];

/** As many lines as fit into a message with room to spare; nobody has more license types. */
const mostLines = 25;
/** The longest that a license type is kept. */
const longestLicence = 90;

/** What the form of the seats calls its fields. */
export const seatsInputs = { licence: 'license', seats: 'seats' } as const;

/** The page on which a server chooses what members may do with a purchase, and how many may share a code. */
export function policyView(t: Translator, { unlinking, seats }: ClaimPolicy, note?: string): MessageView {
	const lines = Object.entries(seats)
		.slice(0, mostLines)
		.map(([licence, count]) =>
			t('policy.seatsLine', { licence: foreignLine(licence, longestLicence) || '–', seats: count }),
		);
	const choice = select(
		chooseUnlinking.encode(),
		offered.map((policy) => ({
			label: unlinkingText(t, policy),
			value: optionOf(policy),
			default: optionOf(policy) === optionOf(unlinking),
		})),
	);
	return page(
		'info',
		text(`## ${t('setup.more.policy')}`, note, t('policy.how')),
		selectRow(choice),
		text(t('policy.seats'), ...(lines.length === 0 ? [t('policy.noSeats')] : lines)),
		buttons(button(t('policy.setSeats'), askForSeats.encode()), backButton(t)),
	);
}

/** The form in which a license type gets its seats. */
export function seatsModal(t: Translator): APIModalInteractionResponseCallbackData {
	const hint = t('policy.licenceHint');
	return {
		custom_id: sendSeats.encode(),
		title: t('policy.setSeats'),
		components: [
			field({
				id: seatsInputs.licence,
				label: t('policy.licenceLabel'),
				hint,
				isRequired: true,
				longest: longestLicence,
			}),
			field({
				id: seatsInputs.seats,
				label: t('policy.seatsLabel'),
				hint: t('policy.seatsHint'),
				isRequired: true,
				longest: 2,
			}),
		],
	};
}

/**
 * The policy that an option of the select stands for, also of the select of earlier versions; undefined for what none
 * has offered.
 */
export function unlinkingOf(value: string | undefined): UnlinkPolicy | undefined {
	if (value === 'transfer-only') return { kind: 'never' };
	return offered.find((policy) => optionOf(policy) === value);
}

/** Two words for one thing stand in settings of earlier versions. */
function optionOf(policy: UnlinkPolicy): string {
	if (policy.kind === 'after-days') return String(policy.days);
	return policy.kind === 'transfer-only' ? 'never' : policy.kind;
}
