import { describe, expect, it } from 'vitest';
import { type OwnServers, rowsOfFormat8 } from '../../src/claims/migration.js';
import type { ClaimRecord } from '../../src/claims/record.js';
import { rowKinds } from '../../src/row-kinds.js';
import { kindOf } from '../../src/storage/table.js';
import { storeOfA3a65e2f } from './store-of-a3a65e2f.js';

const { ids, rows } = storeOfA3a65e2f;
const own: OwnServers = { home: ids.guild, listed: [ids.guild, ids.second] };
const claims = rows.filter(({ key }) => key.startsWith('claim:'));
const converted = (key: string, value: unknown) => rowsOfFormat8({ key, value }, own);
const recordsOf = (name: string): ClaimRecord[] =>
	claims
		.filter(({ value }) => JSON.stringify(value).includes(`"${ids.people[name]}"`))
		.flatMap(({ key, value }) => converted(key, value).map((row) => row.value as ClaimRecord));

const sent = { channelId: '400000000000000001', messageId: '600000000000000001' };

describe('a row of format 7 converted to format 8', () => {
	it('can be read, and doesn’t change when converted again', () => {
		const all = rows
			.filter(({ key }) => key !== 'meta:ping' && !/^(?:member|due):/.test(key))
			.flatMap(({ key, value }) => converted(key, value));
		const unread = all.filter(({ key, value }) => !kindOf(rowKinds, key)?.schema.safeParse(value).success);
		expect(unread).toEqual([]);
		for (const row of all) expect(rowsOfFormat8(row, own)).toEqual([row]);
	});

	it('is the same claim in any earlier record version', () => {
		expect(
			claims.filter(({ value }) => (value as ClaimRecord & { v: number }).v === (1 as number)),
		).toHaveLength(3);
		for (const { key, value } of claims) {
			const [row, ...more] = converted(key, value);
			expect(more).toEqual([]);
			const before = value as ClaimRecord & { readonly holderId?: string };
			const after = row?.value as ClaimRecord;
			expect(after.v).toBe(2);
			const holders = before.holders?.map(({ userId }) => userId) ?? [before.holderId];
			expect(after.holders.map(({ userId }) => userId)).toEqual(holders);
			for (const field of ['status', 'licenseType', 'supportedUntil', 'sealed', 'secret'] as const) {
				expect(after[field]).toEqual(before[field]);
			}
			expect(after.history).toHaveLength(before.history.length);
			expect(after.history.map(({ at, by }) => [at, by])).toEqual(
				before.history.map(({ at, by }) => [at, by]),
			);
		}
	});

	it('keeps the holders of given seats, but forgets that seats were given and who was offered one', () => {
		const [record] = recordsOf('seated');
		expect(record?.holders).toContainEqual(expect.objectContaining({ userId: ids.people['seated'] }));
		expect(record?.holders.some((holder) => 'givenBy' in holder)).toBe(false);
		expect(record).not.toHaveProperty('offers');
		expect(JSON.stringify(record)).not.toContain(ids.people['offered']);
		const earlier = record?.history.filter(({ what }) => what === 'earlier');
		expect(earlier?.length).toBeGreaterThan(5);
		for (const event of earlier ?? []) expect(event.guildId).toBe(ids.guild);
		const [undone] = recordsOf('undoSeated');
		expect(undone?.undo?.before.holders).toHaveLength(2);
		expect(JSON.stringify(undone)).not.toContain('givenBy');
	});

	it('loses offers, reminders, proposals and other rows without a meaning', () => {
		const kept = rows.flatMap(({ key, value }) => converted(key, value));
		const kinds = new Set(kept.map(({ key }) => key.split(':')[0]));
		const gone =
			'offer remind reminders reminders-until burst slice proposal unlinks grant refusals role-troubles';
		for (const kind of gone.split(' ')) expect(kinds).not.toContain(kind);
		expect(kept.filter(({ key }) => /^notice:\d+:(?:seat|reminder)/.test(key))).toEqual([]);
		const asked = (all: typeof rows) => all.filter(({ key }) => /^stats:/.test(key));
		expect(asked(kept)).toEqual(asked(rows));
		expect(kept.filter(({ key }) => key.startsWith('ref:'))).toHaveLength(7);
	});

	const member = `${ids.guild}:1`;
	const panel = `panel:${ids.guild}:${sent.channelId}`;
	const announced = `announced:${ids.guild}`;
	const targets = [{ guildId: ids.guild, userId: ids.second }];

	it.each<[key: string, former: object, next: object, nextKey?: string]>([
		['notice:1:x', { at: 5, state: 'waiting' }, { at: 5 }],
		['notice:1:x', { at: 5, state: 'sending' }, { at: 5, post: { state: 'sending', at: 5 } }],
		['notice:1:x', { at: 5, state: 'sent', ...sent }, { at: 5, post: { state: 'sent', ...sent } }],
		['notice:1:x', { at: 5, state: 'closed' }, { at: 5, post: { state: 'closed' } }],
		['notice:1:x', { at: 5, post: { state: 'done' } }, { at: 5, post: { state: 'done' } }],
		['alert:home:a', { postingSince: 5 }, { post: { state: 'sending', at: 5 } }, 'alert:operator:a'],
		[
			'alert:home:a',
			{ postingSince: 5, message: sent },
			{ post: { state: 'sent', ...sent } },
			'alert:operator:a',
		],
		['alert:home:a', {}, {}, 'alert:operator:a'],
		[panel, { messageId: sent.messageId, content: {} }, { content: {}, post: { state: 'sent', ...sent } }],
		[announced, { after: 3 }, { after: 3 }],
		[
			announced,
			{ after: 3, sending: { seq: 5, at: 9 } },
			{ after: 3, seq: 5, post: { state: 'sending', at: 9 } },
		],
		[`grant:${member}`, { mark: 5 }, { revision: 5 }, `sync:${member}`],
		[`grant:${member}`, { mark: 5, until: 9 }, { revision: 5, again: 9 }, `sync:${member}`],
		[`grant:${member}`, { mark: 5, until: 9, isDone: true }, { revision: 5, due: 9 }, `sync:${member}`],
		['grant-later:x', { targets }, { targets }, 'sync-later:x'],
		['unlinks:1', { times: [5] }, { times: [5] }, 'attempts:unlink:1'],
		['attempts:member:1', { misses: [5] }, { times: [5] }],
	])('keeps its meaning: %s %j', (key, former, next, nextKey = key) => {
		expect(converted(key, { v: 1, ...former })).toEqual([{ key: nextKey, value: { v: 1, ...next } }]);
	});

	it('keeps the reasons why members don’t get roles', () => {
		const troubles = [
			{ obstacle: 'role-missing', visible: true },
			{ roleId: '7', obstacle: 'refused', visible: false, untoldSince: 9 },
		];
		const roles = {
			'': { obstacle: 'role-missing', toldAt: 0 },
			7: { obstacle: 'refused', until: 0, toldAt: 0 },
		};
		expect(converted(`role-troubles:${ids.guild}`, { v: 1, troubles })).toEqual([
			{ key: `blocked:${ids.guild}`, value: { v: 1, roles, calls: [] } },
		]);
	});

	it('has no links per item, and names the rules that are dropped', () => {
		const [home] = rows.filter(({ key }) => key === `settings:${ids.guild}`);
		const [after] = converted(home?.key ?? '', home?.value).map((row) => row.value);
		expect(after).not.toHaveProperty('itemLinks');
		expect(after).not.toHaveProperty('tagRoles');
		expect(after).toMatchObject({
			itemRoles: { 20114: ids.roles['item'] },
			links: { helpChannelId: expect.any(String) },
			droppedRules: [
				{ kind: 'subcategory', key: 'Sub', roleId: ids.roles['subCategory'] },
				{ kind: 'tag', key: 'Dashboard', roleId: ids.roles['tag'] },
				{ kind: 'option', key: 'Option', roleId: ids.roles['option'] },
			],
		});
	});

	it('has the home server’s policy in a separate row, and no other server’s policy', () => {
		const [home, second] = [ids.guild, ids.second].map((id) => {
			const key = `settings:${id}`;
			return converted(key, rows.find((row) => row.key === key)?.value);
		});
		const policy = { v: 1, unlinking: { kind: 'after-days', days: 7 }, seats: { regular: 4 } };
		expect(home?.slice(1)).toEqual([{ key: 'policy', value: policy }]);
		expect(second).toHaveLength(1);
		for (const row of [home?.[0], second?.[0]]) {
			expect(row?.value).not.toHaveProperty('unlinking');
			expect(row?.value).not.toHaveProperty('seats');
		}
		expect(second?.[0]?.value).toMatchObject({ buyerRoleId: ids.roles['secondBuyer'] });
		const strict = { v: 1, itemRoles: {}, unlinking: { kind: 'transfer-only' } };
		expect(converted(`settings:${ids.guild}`, strict)).toEqual([
			{ key: `settings:${ids.guild}`, value: { v: 1, itemRoles: {} } },
		]);
	});

	it('is a gift only if one of the bot’s own servers gave it', () => {
		for (const name of ['gifted', 'theirGuest']) {
			expect(recordsOf(name)).toMatchObject([{ given: true, holders: [{ userId: ids.people[name] }] }]);
		}
		const [gift] = claims.filter(({ value }) => JSON.stringify(value).includes(`"${ids.people['gifted']}"`));
		const foreign = { ...(gift?.value as object), given: { guildId: '900000000000000009' } };
		const [after] = converted(gift?.key ?? '', foreign);
		expect(after?.value).toMatchObject({ given: true, holders: [] });
		expect(rowsOfFormat8(after ?? expect.unreachable(), own)).toEqual([after]);
	});

	it('has no undo if its version didn’t store the previous status', () => {
		const [record] = recordsOf('undoSeated');
		const { undo, ...rest } = record ?? expect.unreachable();
		const { status: _, ...before } = undo?.before ?? expect.unreachable();
		const [after] = converted('claim:x', { ...rest, undo: { ...undo, before } });
		expect(after?.value).toEqual(rest);
	});

	it('stays unchanged if it is damaged', () => {
		for (const value of [null, 'x', 5, [], {}, { v: 2, holders: 'x', history: 5, undo: [], item: null }]) {
			for (const key of ['claim:x', 'settings:1', 'notice:1:x', 'attempts:member:1', 'meta:x']) {
				const [row, ...more] = converted(key, value);
				expect(more).toEqual([]);
				expect(row).toEqual({ key, value });
			}
		}
	});
});
