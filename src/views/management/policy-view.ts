import type { ClaimPolicy, UnlinkPolicy } from '../../claims/policy.js';
import type { Translator } from '../../i18n/translator.js';
import { askForSeats, chooseFree, chooseUnlinking, sendSeats } from '../custom-ids/setup-ids.js';
import { field, form } from '../kit/form.js';
import type { MessageView } from '../kit/message.js';
import { button, buttons, page, row, select, text } from '../kit/page.js';
import { foreignLine } from '../kit/text.js';
import { backButton } from './setup-choice-view.js';

const offeredDays = [0, 1, 7, 14, 30, 90, 180];
/** Default until the second question is answered. */
const usualDays = 7;

/** Fits into a message with room to spare; more licence types are unrealistic. */
const maxLines = 25;
/** The longest stored licence type. */
const maxLicenceLength = 90;

/** The custom_ids of the inputs of the seats modal. */
export const seatsInputs = { licence: 'license', seats: 'seats' } as const;

/** The page of what members may do with a purchase, and of how many may share a code. */
export function policyView(t: Translator, { unlinking, seats }: ClaimPolicy, note?: string): MessageView {
	const lines = Object.entries(seats)
		.slice(0, maxLines)
		.map(([licence, count]) =>
			t('policy.seatsLine', { license: foreignLine(licence, maxLicenceLength) || '–', seats: count }),
		);
	const isUnlinking = unlinking.kind === 'after-days';
	const days = isUnlinking ? unlinking.days : usualDays;
	const may = optionsOf(unlinking, [
		[t('policy.may.nothing'), { kind: 'never' }],
		[t('policy.may.move'), { kind: 'members-move' }],
		[t('policy.may.unlink'), { kind: 'after-days', days }],
	]);
	const free = optionsOf(
		unlinking,
		offeredDays.map((count) => [t('policy.free.days', { days: count }), { kind: 'after-days', days: count }]),
	);
	return page(
		'info',
		text(`## ${t('setup.more.policy')}`, note, t('policy.may')),
		row(select(chooseUnlinking.encode(), may)),
		isUnlinking && text(t('policy.free')),
		isUnlinking && row(select(chooseFree.encode(), free)),
		text(t('policy.seats'), ...(lines.length === 0 ? [t('policy.noSeats')] : lines)),
		buttons(button(t('policy.setSeats'), askForSeats.encode()), backButton(t)),
	);
}

function optionsOf(
	chosen: UnlinkPolicy,
	offered: readonly (readonly [label: string, policy: UnlinkPolicy])[],
) {
	return offered.map(([label, policy]) => ({
		label,
		value: optionOf(policy),
		default: optionOf(policy) === optionOf(chosen),
	}));
}

export function seatsModal(t: Translator) {
	const { licence, seats } = seatsInputs;
	const ofLicence = { id: licence, label: t('policy.licenseLabel'), hint: t('policy.licenseHint') };
	const ofSeats = { id: seats, label: t('policy.seatsLabel'), hint: t('policy.seatsHint') };
	return form(
		sendSeats.encode(),
		t('policy.setSeats'),
		field({ ...ofLicence, isRequired: true, longest: maxLicenceLength }),
		field({ ...ofSeats, isRequired: true, longest: 2 }),
	);
}

/** The policy of an option of one of the selects; undefined for an invalid value. */
export function unlinkingOf(value: string | undefined): UnlinkPolicy | undefined {
	if (value === 'never' || value === 'members-move') return { kind: value };
	const days = offeredDays.find((count) => String(count) === value);
	return days === undefined ? undefined : { kind: 'after-days', days };
}

function optionOf(policy: UnlinkPolicy): string {
	return policy.kind === 'after-days' ? String(policy.days) : policy.kind;
}
