import { describe, expect, it } from 'vitest';
import type { ClaimEvent } from '../../src/claims/record.js';
import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { Carried, ModerationCase } from '../../src/moderation/moderation-outcomes.js';
import { moderationActions } from '../../src/moderation/proposals.js';
import type { MessageView } from '../../src/views/message.js';
import { caseOfValue, caseValue, longHash, shortHash } from '../../src/views/moderation-ids.js';
import { moderationEventText } from '../../src/views/moderation-text.js';
import {
	carriedView,
	casesView,
	chooseView,
	confirmView,
	laterView,
	memberEmbed,
	recheckedView,
	reconciledView,
} from '../../src/views/moderation-view.js';
import { policyView, unlinkingOf } from '../../src/views/policy-view.js';
import { messageRefusals } from './refusals.js';

const hash = 'ab'.repeat(32);
const id = (n: number): string => `9000000000000000${String(n).padStart(3, '0')}`;
const guildIds = [id(1)];
const hostile = '@everyone **[x](https://evil.example)** `` مرحبا <@1> '.repeat(12);
const proposalId = 'A'.repeat(22);
const item = { id: 17, name: hostile, category: hostile };
const about = { licenseType: hostile, supportedUntil: 1, purchasedAt: 1, check: undefined } as const;

const whats: readonly ClaimEvent['what'][] = [
	'claimed',
	'guild-added',
	'revoked',
	'reinstated',
	'support-changed',
	'released',
	'transferred',
	'locked',
	'unlocked',
	'unlinked',
	'undone',
	'forgotten',
];
const history = Array.from({ length: 50 }, (_, n) => ({
	at: n * 1_000,
	what: whats[n % whats.length] ?? 'claimed',
	by: ['claimcheck', 'deleted', id(2)][n % 3] ?? id(2),
	member: id(3),
	to: id(4),
	why: hostile,
}));

function moderationCase(holders: number): ModerationCase {
	const claims = Array.from({ length: holders }, (_, n) => ({
		...about,
		hash,
		holderId: id(n),
		guildIds,
		status: 'revoked' as const,
		locked: true,
		item,
		claimedAt: 1,
	}));
	const most = { status: 'revoked', locked: true, keptSeats: 49, revision: 1 } as const;
	const more = { isRevokedByStaff: true, isGiven: false, undoUntil: undefined };
	const file = { ...about, ...most, ...more, hash, item, claims, history };
	return { file, holderId: claims[0]?.holderId, maskedCode: '••••abcd' };
}

const outcomes: readonly Carried[] = [
	...[...moderationActions, 'undo' as const].map((action) => ({
		kind: 'done' as const,
		event: {
			action,
			by: id(1),
			itemName: hostile,
			memberId: id(2),
			toUserId: id(3),
			why: hostile,
			isOwnCase: true,
		},
		undo: action === 'undo' ? undefined : { hash, revision: 123_456 },
	})),
	...(
		[
			'expired',
			'unknown',
			'locked',
			'not-held',
			'already-held',
			'already-locked',
			'not-locked',
			'too-late',
			'changed-since',
		] as const
	).map((kind) => ({ kind })),
];

describe.each(languages)('what moderators see in %s', (language) => {
	const t = translatorFor(language);
	const roles = Array.from({ length: 250 }, (_, n) => id(n));
	const many = Array.from({ length: 40 }, () => moderationCase(50));
	const proposal = { by: id(1), guildId: id(1), why: hostile, hash, holderId: id(2), toUserId: id(3) };
	const views: readonly MessageView[] = [
		casesView(t, [moderationCase(0)]),
		casesView(t, many, memberEmbed(t, id(1), { wanted: roles, held: roles, isPending: true })),
		casesView(t, [], memberEmbed(t, id(1), { wanted: [], held: undefined, isPending: false })),
		chooseView(
			t,
			proposalId,
			many.map((each, n) => ({ ...each, holderId: id(n) })),
		),
		...moderationActions.map((action) =>
			confirmView(t, proposalId, { ...proposal, action }, moderationCase(1)),
		),
		...outcomes.map((outcome) => carriedView(t, outcome)),
		...(['valid', 'uncheckable', 'unknown'] as const).map((kind) => recheckedView(t, { kind })),
		recheckedView(t, { kind: 'invalid', misses: 2 }),
		recheckedView(t, { kind: 'too-soon', retryAt: 1_700_000_000_000 }),
		laterView(t, 1_700_000_000_000),
		...(['granted', 'blocked', 'member-left', 'waiting'] as const).map((kind) =>
			reconciledView(t, id(1), { kind }),
		),
		policyView(t, { unlinking: { kind: 'never' }, seats: {} }),
		policyView(t, {
			unlinking: { kind: 'after-days', days: 14 },
			seats: Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${hostile}${n}`, 50])),
		}),
	];

	it('is taken by Discord, and pings nobody', () => {
		for (const view of views) {
			expect(messageRefusals(view)).toEqual([]);
			expect(view.allowedMentions).toEqual({ parse: [] });
		}
	});
});

describe('the moderators’ pages', () => {
	const t = translatorFor('en-US');

	it('show the latest lines of a long history, whole', () => {
		const [card] = casesView(t, [moderationCase(1)]).embeds ?? [];
		const shown = card?.fields?.find(({ name }) => name === 'History')?.value ?? '';
		expect(shown.split('\n').every((line) => /^<t:\d+:d> /.test(line))).toBe(true);
		expect(shown).toContain(`<t:49:d>`);
		expect(shown).not.toContain(`<t:0:d>`);
	});

	it('name a forgotten member and the bot as such, never by what is stored', () => {
		const who = { by: id(1), toUserId: undefined, isOwnCase: false } as const;
		const event = { action: 'release', itemName: 'A', why: '', ...who } as const;
		expect(moderationEventText(t, { ...event, memberId: 'deleted' })).toContain('whose data was deleted');
		expect(moderationEventText(t, { ...event, memberId: undefined })).toContain('unlinked: –');
	});

	it('find the claim of a custom_id and of an option again', () => {
		expect(longHash(shortHash(hash))).toBe(hash);
		expect(caseOfValue(caseValue(hash, id(1)))).toEqual({ hash, holderId: id(1) });
		expect(caseOfValue(caseValue(hash, undefined))).toEqual({ hash, holderId: undefined });
		for (const foreign of [undefined, '', 'x', `${hash}.1`]) expect(caseOfValue(foreign)).toBeUndefined();
	});

	it('take only rules for unlinking that are offered', () => {
		expect(unlinkingOf('14')).toEqual({ kind: 'after-days', days: 14 });
		expect(unlinkingOf('transfer-only')).toEqual({ kind: 'never' });
		for (const foreign of [undefined, '13', '-1', 'after-days']) expect(unlinkingOf(foreign)).toBeUndefined();
	});
});
