import { describe, expect, it } from 'vitest';
import { type CommandChoice, examineVisibility } from '../../../src/servers/checkup/command-visibility.js';
import type { GuildFacts } from '../../../src/servers/guild-facts.js';
import { fakeGuild, ids, sampleSettings } from './fake-guild.js';

const commands = [
	{ name: '/verify', audience: 'everyone' },
	{ name: '/purchases', audience: 'everyone' },
	{ name: '/whois', audience: 'staff' },
	{ name: 'Purchases', audience: 'staff' },
] as const;

const choice = (command: string | undefined, roleId: string, isAllowed: boolean): CommandChoice => {
	return { command, roleId, isAllowed };
};

/** Each finding as one line. */
function findings(
	choices: readonly CommandChoice[],
	given: { readonly staffRoleIds?: readonly string[]; readonly facts?: GuildFacts } = {},
): string[] {
	const { staffRoleIds = [], facts = fakeGuild() } = given;
	const found = examineVisibility(facts, sampleSettings({ staffRoleIds }), { commands, choices });
	return found.map(({ level, check, role, values: { commands: shown } }) => {
		if (typeof shown !== 'object' || !('list' in shown)) throw new Error('Of another kind');
		return [level, check, role?.name, ...shown.list].join(' ');
	});
}

const staff = { staffRoleIds: [ids.legend] };
const hidden = 'warning staff-commands High';

describe('a staff role', () => {
	it('sees the commands of staff by what is chosen for it, for each', () => {
		expect(findings([], staff)).toEqual([`${hidden} /whois Purchases`]);
		expect(findings([choice('/whois', ids.legend, true)], staff)).toEqual([`${hidden} Purchases`]);
		const both = ['/whois', 'Purchases'].map((name) => choice(name, ids.legend, true));
		expect(findings(both, staff)).toEqual([]);
	});

	it('is not helped by an allowance for the whole bot, which leaves each command its default', () => {
		expect(findings([choice(undefined, ids.legend, true)], staff)).toEqual([`${hidden} /whois Purchases`]);
	});

	it('sees them with Manage Roles, unless they are hidden from it or from @everyone', () => {
		const guild = fakeGuild();
		const facts: GuildFacts = {
			...guild,
			role: (id) => {
				const role = guild.role(id);
				return role && { ...role, canManageRoles: id === ids.legend };
			},
		};
		const leading = { ...staff, facts };
		expect(findings([], leading)).toEqual([]);
		expect(findings([choice('/whois', ids.legend, false)], leading)).toEqual([`${hidden} /whois`]);
		expect(findings([choice('/whois', ids.guild, false)], leading)).toEqual([`${hidden} /whois`]);
		const handedOn = [choice('/whois', ids.guild, false), choice('/whois', ids.legend, true)];
		expect(findings(handedOn, leading)).toEqual([]);
	});
});

describe('commands for everyone', () => {
	it('is as it should be where nothing is chosen, or something is allowed', () => {
		expect(findings([])).toEqual([]);
		expect(findings([choice('/verify', ids.buyer, true), choice('/whois', ids.buyer, false)])).toEqual([]);
	});

	it('is missed if it is hidden from all, per command or for all commands, and reported once', () => {
		const expected = ['warning hidden-commands @everyone /verify'];
		expect(findings([choice('/verify', ids.guild, false)])).toEqual(expected);
		const all = [choice(undefined, ids.guild, false), choice('/purchases', ids.guild, true)];
		expect(findings(all)).toEqual(expected);
	});

	it('is missed where it is hidden from buyers alone', () => {
		expect(findings([choice('/purchases', ids.buyer, false)])).toEqual([
			'warning hidden-commands Buyer /purchases',
		]);
	});
});
