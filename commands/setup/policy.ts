import type { APIButtonComponent } from 'discord.js';
import { z } from 'zod';
import type { ClaimPolicy, UnlinkPolicy } from '../../src/claims/policy.js';
import { holdsCode } from '../../src/claims/scrub-codes.js';
import type { Services } from '../../src/create-services.js';
import { type Asked, componentsOf, openForm, outdated } from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { SetupChange } from '../../src/servers/setup-change.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import { field, form } from '../../src/ui/form.js';
import { maxOptions } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { button, buttons, page, primary, row, select, text } from '../../src/ui/page.js';
import { cut, foreignLine, oneLine } from '../../src/ui/text.js';
import { backToMain, choose, isCarried, subjectArgument } from './choice.js';
import { keyOfArgument, knownKeys, spelledAs } from './subjects.js';

export const chooseUnlinking = defineCustomId('policy-unlinking');
/** The select for when an unlinked purchase’s code becomes available. */
export const chooseFree = defineCustomId('policy-free');
/** The select of the license type whose seats to set. Its values: a `subjectArgument`, or `otherType`. */
export const chooseSeats = defineCustomId('policy-seats-of');
const otherType = '+';
/** The form for the seats. Arguments: a value of that select, and the seats typed before a mistake. */
export const askForSeats = defineCustomId('policy-seats', z.tuple([z.string(), z.string()]));

const offeredDays = [0, 1, 7, 14, 30, 90, 180];
/** Default until the second question is answered. */
const usualDays = 7;

/** Fits into a message with room to spare; more licence types are unrealistic. */
const maxLines = 25;
/** The longest stored licence type. */
const maxLicenceLength = 90;

export const seatsInputs = { licence: 'license', seats: 'seats' } as const;

/** The rules for members' purchases, and the seats of a code. `again`: the button back to a form with a mistake. */
export function policyView(
	t: Translator,
	{ unlinking, seats }: ClaimPolicy,
	types: readonly string[],
	note?: string,
	again?: APIButtonComponent,
): MessageView {
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
	const options = [...new Set([...Object.keys(seats), ...types])]
		.slice(0, maxOptions - 1)
		.map((type) => ({ label: cut(oneLine(type) || '–', 100), value: subjectArgument(type) }));
	const other = { label: t('policy.otherLicense'), value: otherType };
	return page(
		'info',
		text(`## ${t('setup.page.policy')}`, note, t('policy.may')),
		row(select(chooseUnlinking.encode(), may)),
		isUnlinking && text(t('policy.free')),
		isUnlinking && row(select(chooseFree.encode(), free)),
		text(t('policy.seats'), ...(lines.length === 0 ? [t('policy.noSeats')] : lines)),
		row(select(chooseSeats.encode(), [...options, other], t('policy.setSeats'))),
		buttons(again, backToMain(t)),
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

/** The form for the seats of a license type; undefined if it has to be typed too. `typed`: before a mistake. */
export function seatsModal(t: Translator, argument: string, type: string | undefined, typed: string) {
	const { licence, seats } = seatsInputs;
	const ofLicence = { id: licence, label: t('policy.licenseLabel'), hint: t('policy.licenseHint') };
	const ofSeats = { id: seats, label: t('policy.seatsLabel'), hint: t('policy.seatsHint'), value: typed };
	const title = t('policy.setSeats');
	return form(
		askForSeats.encode(argument, typed),
		type === undefined ? title : cut(t('setup.rules.option', { kind: title, name: oneLine(type) }), 45),
		type === undefined && field({ ...ofLicence, isRequired: true, longest: maxLicenceLength }),
		field({ ...ofSeats, isRequired: true, longest: 2 }),
	);
}

/** The policy of an option of one of the selects; undefined for an invalid value. */
function unlinkingOf(value: string | undefined): UnlinkPolicy | undefined {
	if (value === 'never' || value === 'members-move') return { kind: value };
	const days = offeredDays.find((count) => String(count) === value);
	return days === undefined ? undefined : { kind: 'after-days', days };
}

function optionOf(policy: UnlinkPolicy): string {
	return policy.kind === 'after-days' ? String(policy.days) : policy.kind;
}

/** The settings accept no more; a code with more seats would work for everyone. */
const maxSeats = 50;

const { on, shows } = componentsOf<Services>('manager');

export const policyComponents = [
	...[chooseUnlinking, chooseFree].map((id) =>
		shows('select', id, async (asked, services) => {
			const unlinking = unlinkingOf(asked.values[0]);
			if (unlinking === undefined) {
				return await policyPage(asked, services, asked.t('refusal.wasOutdated'));
			}
			return await saved(asked, services, { what: 'unlinking', unlinking });
		}),
	),
	on('select', chooseSeats, ({ t, values: [argument = ''] }, services) => {
		const type = keyOfArgument('licence', argument, services);
		if (type === undefined && argument !== otherType) return outdated;
		return openForm(seatsModal(t, argument, type, ''));
	}),
	on('button', askForSeats, ({ t, args: [argument, typed] }, services) =>
		openForm(seatsModal(t, argument, keyOfArgument('licence', argument, services), typed)),
	),
	shows('modal', askForSeats, async (asked, services) => {
		const { args, fields, t } = asked;
		const typed = fields.text(seatsInputs.seats).trim();
		const mistaken = (argument: string, note: string) => {
			const kept = isCarried(typed) ? typed : '';
			const again = primary(button(t('button.tryAgain'), askForSeats.encode(argument, kept)));
			return policyPage(asked, services, note, again);
		};
		const license = keyOfArgument('licence', args[0], services) ?? fields.text(seatsInputs.licence).trim();
		const known = spelledAs(license, services.licenceTypes.list());
		if (license === '' || (known === undefined && holdsCode(license)))
			return await mistaken(otherType, `✏️ ${t('setup.rules.licenseIsCode')}`);
		const seats = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
		if (seats >= 1 && seats <= maxSeats)
			return await saved(asked, services, { what: 'seats', licenseType: known ?? license, seats });
		return await mistaken(subjectArgument(license), `⚠️ **${t('policy.badSeats', { most: maxSeats })}**`);
	}),
];

export async function policyPage(
	{ t }: Asked,
	services: Services,
	note?: string,
	again?: APIButtonComponent,
): Promise<MessageView> {
	return policyView(t, await services.claims.readPolicy(), knownKeys('licence', services), note, again);
}

const saved = (asked: Asked, services: Services, change: SetupChange) =>
	choose(asked, services, change, (note) => policyPage(asked, services, note));
