import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlantedBug, withBug } from '../planted-bug.js';
import type * as held from './properties.js';

const plantedBugs: readonly PlantedBug[] = [
	{
		name: 'anybody may set up the bot',
		file: 'src/discord/access.ts',
		find: 'passes: ({ rights }) => rights.has(ManageGuild),',
		replace: 'passes: () => true,',
		caught: /I3: \w+ changed/,
	},
	{
		name: 'one seat too many',
		file: 'src/claims/changes.ts',
		find: 'record.holders.length + kept.length < seats',
		replace: 'record.holders.length + kept.length <= seats',
		caught: /I1: there was no seat/,
	},
	{
		name: 'a role is given whatever it may do',
		file: 'src/roles/role-api.ts',
		find: 'const isPowerful = (api.powers(guildId, roleId) & ~confirmed) !== 0n;',
		replace: 'const isPowerful = confirmed < 0n;',
		caught: /I7: a role with/,
	},
];

describe('the properties, tested themselves', () => {
	it.each(plantedBugs.map((bug) => [bug.name, bug] as const))(
		'find a planted bug: %s',
		async (_, bug) => {
			await withBug<Pick<typeof held, 'properties'>>(
				bug,
				'properties/properties.ts',
				async ({ properties }) => {
					const [{ property }] = properties;
					const { failed, errorInstance } = await fc.check(property, { numRuns: 2_000, endOnFailure: true });
					expect(failed).toBe(true);
					expect(String(errorInstance)).toMatch(bug.caught);
				},
			);
		},
		600_000,
	);
});
