import { describe, expect, it } from 'vitest';
import type { GuildFacts, RoleMade } from '../../../src/servers/guild-facts.js';
import type { SetupChange } from '../../../src/servers/setup-change.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { fakeGuild, ids } from '../../servers/checkup/fake-guild.js';
import { manager, openSetup } from './open-setup.js';

/** A server at Discord, and as many processes as are wanted, on one store. `answer`: what a request for a role gets. */
function world(
	given: {
		readonly named?: string[];
		readonly facts?: () => GuildFacts | undefined;
		readonly answer?: (make: () => string) => Promise<RoleMade>;
		readonly buyerRoleId?: string;
	} = {},
) {
	const clock = { at: 1_000 };
	const listed = given.named ?? [];
	const asked: (readonly string[])[] = [];
	// The roles that were made are as the fake guild's harmless one.
	const spare = [ids.supported, ids.buyer];
	const make = (): string => {
		const roleId = spare.shift() ?? '';
		listed.push(roleId);
		return roleId;
	};
	const answer = given.answer ?? (async (done) => ({ kind: 'made', roleId: done() }) as const);
	const factsOf = given.facts ?? (() => fakeGuild());
	const rows = new Map<string, unknown>();
	const reported: SetupChange[] = [];
	const process = () =>
		openSetup(factsOf, {
			...{ holders: 'unknown', buyerRoleId: given.buyerRoleId, rows },
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
	const chosen = async () => (await process().saved()).buyerRoleId;
	return { clock, listed, asked, reported, process, chosen };
}

const exists = (roleId: string) => ({ change: { picked: [roleId] }, concerns: [{ kind: 'exists' }] });
const powerless = 'finding.manageRoles.says';

describe('a buyer role that the bot makes', () => {
	it('is saved without a question', async () => {
		const facts = () => ({ ...fakeGuild(), hiddenChannels: 2 });
		const { asked, reported, process, chosen } = world({ facts });
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toEqual({ kind: 'saved' });
		expect(asked).toEqual([[ids.guild, 'Buyer', manager.userId]]);
		expect(reported).toEqual([{ what: 'setting', name: 'buyer', picked: [ids.supported] }]);
		expect(await chosen()).toBe(ids.supported);
	});

	it('is one, however often and on however many processes the button is pressed', async () => {
		const { asked, reported, process, chosen } = world();
		const processes = [process(), process(), process()];
		const presses = processes.flatMap((it) => [
			it.setup.makeBuyerRole(manager, 'Buyer'),
			it.setup.makeBuyerRole(manager, 'Buyer'),
		]);
		const kinds = (await Promise.all(presses)).map(({ kind }) => kind);
		expect(kinds).toContain('saved');
		expect(kinds.every((kind) => ['saved', 'refused', 'to-confirm'].includes(kind))).toBe(true);
		expect(reported).toHaveLength(1);
		// A press that comes late is as good.
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toEqual({ kind: 'saved' });
		expect(asked).toHaveLength(1);
		expect(await chosen()).toBe(ids.supported);
	});

	it('is found by the next press if the answer was lost after it was made', async () => {
		const { asked, listed, process } = world({ answer: async () => ({ kind: 'unknown' }) });
		for (const _ of [1, 2])
			expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject({
				says: 'setup.make.pending',
			});
		// Discord's list lags behind.
		listed.push(ids.supported);
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject(exists(ids.supported));
		expect(asked).toHaveLength(1);
	});

	it('is asked for again after two minutes if it never came', async () => {
		const answers: RoleMade['kind'][] = ['unknown', 'made'];
		const { clock, asked, process } = world({
			answer: async (make) =>
				answers.shift() === 'unknown' ? { kind: 'unknown' } : { kind: 'made', roleId: make() },
		});
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject({
			says: 'setup.make.pending',
		});
		clock.at += 119_999;
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject({
			says: 'setup.make.pending',
		});
		clock.at += 1;
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject({ kind: 'saved' });
		expect(asked).toHaveLength(2);
	});

	it('is not made if one of its name exists, and can be made as soon as that is deleted', async () => {
		const { asked, listed, process } = world({ named: [ids.buyer] });
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject(exists(ids.buyer));
		expect(asked).toEqual([]);
		listed.length = 0;
		expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject({ kind: 'saved' });
	});

	it.each([
		['full', 'setup.make.full'],
		['powerless', powerless],
	] as const)('can be requested again immediately after Discord said: %s', async (kind, says) => {
		const { asked, process } = world({ answer: async () => ({ kind }) });
		for (const _ of [1, 2])
			expect(await process().setup.makeBuyerRole(manager, 'Buyer')).toMatchObject({ says });
		expect(asked).toHaveLength(2);
	});
});

describe('nothing is asked of Discord', () => {
	it.each([
		['by a member with Manage Server alone', { ...manager, canManage: false }, {}, 'setup.notSaved'],
		[
			'by a manager whose highest role is @everyone, below which none can be made',
			{ ...manager, rights: { isAbove: () => false } },
			{},
			'moderation.hindrance.role-above',
		],
		[
			'by a manager below the present buyer role, who couldn’t remove it',
			manager,
			{ buyerRoleId: ids.legend },
			'moderation.hindrance.role-above',
		],
		[
			'where the bot may not manage roles',
			manager,
			{ facts: () => fakeGuild({ canManageRoles: false }) },
			powerless,
		],
		['during an outage', manager, { facts: () => undefined }, 'finding.token.silent'],
	])('%s', async (_, chooser, given, says) => {
		const { asked, reported, process, chosen } = world(given);
		expect(await process().setup.makeBuyerRole(chooser, 'Buyer')).toMatchObject({ says });
		expect([asked, reported]).toEqual([[], []]);
		expect(await chosen()).toBe('buyerRoleId' in given ? given.buyerRoleId : undefined);
	});
});
