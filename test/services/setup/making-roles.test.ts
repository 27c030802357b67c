import { describe, expect, it } from 'vitest';
import type { GuildFacts, RoleMade } from '../../../src/servers/guild-facts.js';
import type { SetupChange } from '../../../src/servers/setup-change.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { fakeGuild, ids } from '../../servers/checkup/fake-guild.js';
import { manager, openSetup } from './open-setup.js';

/** A server at Discord, and any number of processes on one store. `answer`: the response to a request for a role. */
function world({
	named: listed = [],
	facts = () => fakeGuild(),
	answer = async (make) => ({ kind: 'made', roleId: make() }),
	buyerRoleId,
}: {
	readonly named?: string[];
	readonly facts?: () => GuildFacts | undefined;
	readonly answer?: (make: () => string) => Promise<RoleMade>;
	readonly buyerRoleId?: string;
} = {}) {
	const clock = { at: 1_000 };
	const asked: (readonly string[])[] = [];
	// The created roles are like the fake guild's harmless one.
	const spare = [ids.supported, ids.buyer];
	const make = (): string => {
		const roleId = spare.shift() ?? '';
		listed.push(roleId);
		return roleId;
	};
	const rows = new Map<string, unknown>();
	const reported: SetupChange[] = [];
	const process = () =>
		openSetup(facts, {
			...{ holders: 'unknown', buyerRoleId, rows },
			limits: new Limits({ store: memoryStore(rows), clock: { now: () => clock.at } }),
			roleApi: {
				rolesNamed: async () => [...listed],
				makeRole: async (...args) => {
					asked.push(args);
					return await answer(make);
				},
			},
			reported,
		});
	const press = (chooser = manager) => process().setup.makeRole(chooser, 'buyer', 'Buyer');
	const chosen = async () => (await process().saved()).buyerRoleId;
	return { clock, listed, asked, reported, process, press, chosen };
}

const exists = (roleId: string) => ({ change: { picked: [roleId] }, concerns: [{ kind: 'exists' }] });
const powerless = 'finding.manageRoles.says';

describe('a buyer role created by the bot', () => {
	it('is saved without a question', async () => {
		const facts = () => ({ ...fakeGuild(), hiddenChannels: 2 });
		const { asked, reported, press, chosen } = world({ facts });
		expect(await press()).toEqual({ kind: 'saved' });
		expect(asked).toEqual([[ids.guild, 'Buyer', manager.userId]]);
		expect(reported).toEqual([{ what: 'setting', name: 'buyer', picked: [ids.supported] }]);
		expect(await chosen()).toBe(ids.supported);
	});

	it('is created once, however often and on however many processes the button is pressed', async () => {
		const { asked, reported, process, press, chosen } = world();
		const processes = [process(), process(), process()];
		const presses = processes.flatMap((it) => [
			it.setup.makeRole(manager, 'buyer', 'Buyer'),
			it.setup.makeRole(manager, 'buyer', 'Buyer'),
		]);
		const kinds = (await Promise.all(presses)).map(({ kind }) => kind);
		expect(kinds).toContain('saved');
		expect(kinds.every((kind) => ['saved', 'refused', 'to-confirm'].includes(kind))).toBe(true);
		expect(reported).toHaveLength(1);
		// A late press gives the same result.
		expect(await press()).toEqual({ kind: 'saved' });
		expect(asked).toHaveLength(1);
		expect(await chosen()).toBe(ids.supported);
	});

	it('is found by the next press if the response to its creation was lost', async () => {
		const { asked, listed, press } = world({ answer: async () => ({ kind: 'unknown' }) });
		for (const _ of [1, 2]) expect(await press()).toMatchObject({ says: 'setup.make.pending' });
		// Discord's list of roles lags behind.
		listed.push(ids.supported);
		expect(await press()).toMatchObject(exists(ids.supported));
		expect(asked).toHaveLength(1);
	});

	it('is requested again after two minutes if it never appeared', async () => {
		const answers: RoleMade['kind'][] = ['unknown', 'made'];
		const { clock, asked, press } = world({
			answer: async (make) =>
				answers.shift() === 'unknown' ? { kind: 'unknown' } : { kind: 'made', roleId: make() },
		});
		expect(await press()).toMatchObject({ says: 'setup.make.pending' });
		clock.at += 119_999;
		expect(await press()).toMatchObject({ says: 'setup.make.pending' });
		clock.at += 1;
		expect(await press()).toMatchObject({ kind: 'saved' });
		expect(asked).toHaveLength(2);
	});

	it('is not created if a role with its name exists, but can be as soon as that is deleted', async () => {
		const { asked, listed, press } = world({ named: [ids.buyer] });
		expect(await press()).toMatchObject(exists(ids.buyer));
		expect(asked).toEqual([]);
		listed.length = 0;
		expect(await press()).toMatchObject({ kind: 'saved' });
	});

	it.each([
		['full', 'setup.make.full'],
		['powerless', powerless],
	] as const)('can be requested again immediately after Discord said: %s', async (kind, says) => {
		const { asked, press } = world({ answer: async () => ({ kind }) });
		for (const _ of [1, 2]) expect(await press()).toMatchObject({ says });
		expect(asked).toHaveLength(2);
	});
});

describe('a role for announcements created by the bot', () => {
	const updates = { what: 'setting', name: 'updates', picked: [ids.lobby] } as const;
	const make = ({ setup }: ReturnType<typeof openSetup>) => setup.makeRole(manager, 'mention', 'Updates');

	it('is saved without a question, even right after the buyer role', async () => {
		const { asked, listed, process, press } = world();
		await press();
		// It has another name.
		listed.length = 0;
		const it = process();
		await it.setup.choose(manager, updates);
		expect(await make(it)).toEqual({ kind: 'saved' });
		expect(asked.map(([, name]) => name)).toEqual(['Buyer', 'Updates']);
		expect(await it.saved()).toMatchObject({ buyerRoleId: ids.supported, updates: { roleId: ids.buyer } });
	});

	it('is not requested if another manager has turned the announcements off meanwhile', async () => {
		const { asked, reported, process } = world();
		expect(await make(process())).toMatchObject({ says: 'setup.notSaved' });
		expect([asked, reported]).toEqual([[], []]);
	});
});

describe('no role is requested from Discord', () => {
	it.each([
		['for a member with only Manage Server', { ...manager, canManage: false }, {}, 'setup.notSaved'],
		[
			'for a manager whose highest role is @everyone, below which none can be created',
			{ ...manager, rights: { isAbove: () => false } },
			{},
			'moderation.hindrance.role-above',
		],
		[
			'for a manager below the current buyer role, who couldn’t remove it',
			manager,
			{ buyerRoleId: ids.legend },
			'moderation.hindrance.role-above',
		],
		[
			'if the bot may not manage roles',
			manager,
			{ facts: () => fakeGuild({ canManageRoles: false }) },
			powerless,
		],
		['during an outage', manager, { facts: () => undefined }, 'finding.token.silent'],
	])('%s', async (_, chooser, given, says) => {
		const { asked, reported, press, chosen } = world(given);
		expect(await press(chooser)).toMatchObject({ says });
		expect([asked, reported]).toEqual([[], []]);
		expect(await chosen()).toBe('buyerRoleId' in given ? given.buyerRoleId : undefined);
	});
});
