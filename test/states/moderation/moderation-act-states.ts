import {
	actModal,
	carriedView,
	confirmAct,
	type FormLabel,
	giveCodeModal,
	giveModal,
	sendGive,
} from '../../../commands/staff/acts.js';
import { openGive } from '../../../commands/staff/member.js';
import english from '../../../src/i18n/messages/en.json' with { type: 'json' };
import type { ModerationDeed } from '../../../src/messages/audit.js';
import type { Carried } from '../../../src/services/moderation/moderation-outcomes.js';
import { maxReasonLength } from '../../../src/ui/staff-texts.js';
import type { Foreign } from '../foreign.js';
import { hash, many, minute, now, roleIds, userIds, usernamesOf } from '../sample.js';
import { page, type States, variants } from '../state.js';
import { id, lookUpId } from './sample-cases.js';

const { maya, tom, mod } = userIds;

export const deeds: readonly ModerationDeed[] = [
	'moved',
	'unlinked',
	'seats-freed',
	'locked',
	'unlocked',
	'revoked',
	'lifted',
	'gave',
	'undid',
];
const refusals = Object.keys(english).flatMap((key) => /^moderation\.hindrance\.(.+)/.exec(key)?.[1] ?? []);
const acts = ['move', 'unlink', 'free', 'lock', 'unlock', 'revoke', 'lift'] as const;

export function carriedOf(foreign: Foreign, deed: ModerationDeed, isOwnCase: boolean): Carried {
	return {
		kind: 'done',
		event: {
			deed,
			by: mod,
			memberId: maya,
			toUserId: deed === 'moved' ? tom : undefined,
			isOwnCase,
			hash,
			itemName: foreign.text('Aurora'),
			codeEnd: '3a8c',
			why: foreign.text('new account', maxReasonLength),
		},
		undo: isOwnCase ? undefined : { revision: 7, until: now + 10 * minute },
	};
}

export const moderationActStates: States = (foreign) => {
	const done = (name: string, says: string, deed: ModerationDeed) =>
		page(`desk/${name}`, says, carriedView, [carriedOf(foreign, deed, false), undefined, nameOf]);
	const looked = { itemName: foreign.text('Aurora'), codeEnd: '3a8c' };
	const purchase = { ...looked, holderCount: 1, roleIds: [roleIds.buyer] };
	const nameOf = usernamesOf(foreign);
	const labels: readonly FormLabel[] = [
		purchase,
		{ ...purchase, codeEnd: undefined },
		{ ...purchase, holderCount: 3, roleIds: many(40, id) },
	];
	const carried: readonly Carried[] = [
		...deeds.flatMap((deed) => [true, false].map((isOwnCase) => carriedOf(foreign, deed, isOwnCase))),
		...refusals.map((kind) => ({ kind, roleId: id(1), retryAt: foreign.moment(now) }) as Carried),
	];
	const give = sendGive.encode(maya, lookUpId);
	return [
		page('desk/move-form', 'The form of *Move*', actModal, [
			confirmAct.encode('move', hash, maya, 7),
			'move',
			maya,
			purchase,
		]),
		page('desk/revoke-form', 'The form of *Revoke*', actModal, [
			confirmAct.encode('revoke', hash, maya, 7),
			'revoke',
			maya,
			purchase,
		]),
		page('desk/give-form', 'The form of *Give*', giveModal, [give, maya]),
		page('desk/give-code-form', 'The form of *Give to a member*', giveCodeModal, [give, looked]),
		page('desk/block-form', 'The form that blocks a code', actModal, [give, 'revoke', undefined, purchase]),
		done('done', 'Moved', 'moved'),
		done('revoked', 'Revoked', 'revoked'),
		done('undone', 'Undone', 'undid'),
		page('desk/own-case', 'One’s own', carriedView, [{ kind: 'own-case' }]),
		page('desk/too-late', 'Too late to undo', carriedView, [{ kind: 'too-late' }]),
		...variants(
			actModal,
			acts.flatMap((act) => labels.map((each) => [confirmAct.encode(act, hash, id(1), 7), act, id(1), each])),
		),
		...variants(
			carriedView,
			carried.flatMap((each) => [[each], [each, { change: openGive.encode(id(1)) }, nameOf]] as const),
		),
	];
};
