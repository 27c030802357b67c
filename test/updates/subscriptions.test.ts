import { beforeEach, describe, expect, it } from 'vitest';
import { UpdateReaders } from '../../src/guilds/update-readers.js';
import { Subscriptions } from '../../src/updates/subscriptions.js';
import { sampleSettings } from '../guilds/checkup/fake-guild.js';
import { memoryStore } from '../roles/memory-store.js';

const member = { guildId: '100000000000000001', userId: '200000000000000001' };
const elsewhere = { ...member, guildId: '100000000000000002' };
const granted = { kind: 'granted', added: [], removed: [], withheld: [] } as const;

describe('the choice to be notified of updates', () => {
	let store: ReturnType<typeof memoryStore>;
	let readers: UpdateReaders;
	let roleId: string | undefined;
	let log: string[];
	let subscriptions: Subscriptions;

	beforeEach(() => {
		store = memoryStore();
		readers = new UpdateReaders(store);
		roleId = '300000000000000001';
		log = [];
		const note = async (what: string, { guildId, userId }: typeof member) =>
			void log.push(`${what} ${guildId.at(-1)} ${await readers.has({ guildId, userId })}`);
		subscriptions = new Subscriptions({
			readers,
			guilds: {
				get: async () =>
					sampleSettings({
						updates: { channelId: '400000000000000001', since: 0, ...(roleId && { roleId }) },
					}),
			},
			outbox: {
				record: async (target) => {
					await note('record', target);
					return 1;
				},
			},
			queue: {
				request: async (target) => {
					await note('roles', target);
					return { first: Promise.resolve(granted), settled: Promise.resolve(granted) };
				},
			},
			clock: { now: () => 5 },
		});
	});

	it('is recorded before the role is requested, and a press twice is one', async () => {
		expect(await subscriptions.choose(member, true)).toBe(roleId);
		expect(log).toEqual(['record 1 false', 'roles 1 true']);
		await subscriptions.choose(member, true);
		await subscriptions.choose(elsewhere, true);
		expect(await readers.of(member.userId)).toEqual([
			{ guildId: member.guildId, at: 5 },
			{ guildId: elsewhere.guildId, at: 5 },
		]);
		await subscriptions.choose(member, false);
		expect(await readers.has(member)).toBe(false);
		expect(await readers.has(elsewhere)).toBe(true);
	});

	it('can’t be made where there is no role any more, but can be taken back', async () => {
		await subscriptions.choose(member, true);
		roleId = undefined;
		expect(await subscriptions.choose(elsewhere, true)).toBeUndefined();
		expect(await readers.has(elsewhere)).toBe(false);
		await subscriptions.choose(member, false);
		expect(store.keys()).toEqual([]);
	});

	it('is shown and deleted with the member’s other data, and the roles with it', async () => {
		await subscriptions.choose(member, true);
		await subscriptions.choose(elsewhere, true);
		await subscriptions.choose({ ...member, userId: '200000000000000002' }, true);
		expect(await subscriptions.of(member.userId)).toEqual({
			rows: [
				{ guildId: member.guildId, at: 5, what: 'asked' },
				{ guildId: elsewhere.guildId, at: 5, what: 'asked' },
			],
			isComplete: true,
		});
		log.length = 0;
		await subscriptions.forget(member.userId);
		expect(log).toEqual(['record 1 true', 'roles 1 false', 'record 2 true', 'roles 2 false']);
		expect(store.keys()).toEqual(['update-reader:200000000000000002:100000000000000001']);
	});
});
