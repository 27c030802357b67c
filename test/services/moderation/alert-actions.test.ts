import { describe, expect, it } from 'vitest';
import { accountSchema } from '../../../src/marketplace/schemas.js';
import { alertActions } from '../../../src/services/moderation/alert-actions.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { sampleAccount } from '../../marketplace/samples.js';
import { memoryStore } from '../../roles/memory-store.js';
import { type FloorOf, floor } from '../../world/floor.js';

const home = '200000000000000001';
const operator = '100000000000000001';

function setUp(changes: FloorOf<typeof alertActions> = {}) {
	const log: unknown[] = [];
	const store = memoryStore();
	const limits = new Limits({ store, clock: { now: () => 1 } });
	const actions = alertActions(
		floor({
			alerts: {
				solve: async (...alert) => void log.push(['solve', ...alert, store.keys()]),
				isLastingIn: (...of) => {
					log.push(['lasting', ...of]);
					return false;
				},
			},
			store,
			served: { serves: () => false },
			account: {
				operatorIds: async () => [operator],
				leave: async (guildId) => void log.push(['leave', guildId]),
			},
			keyCheck: { recent: async () => ({ ok: true, value: accountSchema.parse(sampleAccount) }) },
			reconciler: { guildChanged: async (guildId) => void log.push(['changed', guildId]) },
			limits,
			clock: { delay: () => Promise.resolve() },
			...changes,
		}),
	);
	return { actions, log, store, limits };
}

describe('the check of a server’s roles', () => {
	it('processes the change first, and finds nothing blocked if no alert lasts', async () => {
		const lasting = setUp({ alerts: { solve: async () => {}, isLastingIn: () => true } });
		expect(await lasting.actions.checkRoles(home)).toBe(false);
		const { actions, log } = setUp();
		expect(await actions.checkRoles(home)).toBe(true);
		expect(log).toEqual([
			['changed', home],
			['lasting', home, 'roles-blocked'],
		]);
	});

	it('responds before all members are checked if that takes long', async () => {
		const slow = { guildChanged: () => new Promise<void>(() => {}) };
		expect(await setUp({ reconciler: slow }).actions.checkRoles(home)).toBe(true);
	});
});

describe('accepting the key’s account', () => {
	const isAda = (username: string) => username === 'ada';

	it('records its user name and registration, and then ends the alert', async () => {
		const { actions, log, store } = setUp();
		expect(await actions.acceptAccount(operator, isAda)).toBe('accepted');
		const registeredAt = Date.parse(sampleAccount.registered_at);
		expect(await store.get('meta:account')).toStrictEqual({ v: 1, username: 'ada', registeredAt });
		expect(log).toEqual([['solve', undefined, 'other-account', ['meta:account']]]);
	});

	it('is limited to the operator, and only then is the shop asked', async () => {
		const { actions, log, store } = setUp({ keyCheck: { recent: () => expect.unreachable() } });
		expect(await actions.acceptAccount('100000000000000002', isAda)).toBe('operatorOnly');
		expect([log, store.keys()]).toEqual([[], []]);
	});

	it('is refused if the account is not the one that was shown, or the shop does not say', async () => {
		const silent = async () => ({ ok: false, failure: { kind: 'bad-key' } }) as const;
		for (const { actions, log, store } of [setUp(), setUp({ keyCheck: { recent: silent } })]) {
			expect(await actions.acceptAccount(operator, (username) => username === 'eve')).toBe('stillThere');
			expect([log, store.keys()]).toEqual([[], []]);
		}
	});
});

describe('the limit of purchases that become invalid', () => {
	it('starts again today on the operator’s decision, and then the alert ends', async () => {
		const { actions, log, limits } = setUp();
		for (const scope of ['revocation', 'revocation-alert'] as const) await limits.note(scope, 'all');
		await actions.goOnRevoking();
		expect(log).toEqual([['solve', undefined, 'revoking-stopped', []]]);
	});
});

it('leaving a server that is not served does not happen if the server is served by now', async () => {
	const { actions, log } = setUp({ served: { serves: (guildId) => guildId === home } });
	expect(await actions.leave(home)).toBe('served');
	expect(log).toEqual([]);
});
