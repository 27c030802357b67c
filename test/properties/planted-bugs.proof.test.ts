import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlantedBug, withBug } from '../planted-bug.js';
import { stories } from './operations.js';
import type * as held from './properties.js';

interface SoughtBug extends PlantedBug {
	/** Shows the bug sooner than the usual one. */
	readonly seed?: number;
}

const plantedBugs: readonly SoughtBug[] = [
	{
		name: 'anybody may set up the bot',
		file: 'src/discord/interactions/access.ts',
		find: 'passes: ({ rights }) => rights.has(ManageGuild),',
		replace: 'passes: () => true,',
		caught: /I3: \w+ changed/,
	},
	{
		name: 'one seat too many',
		file: 'src/claims/changes.ts',
		find: 'record.holders.length + kept.length < seats',
		replace: 'record.holders.length + kept.length <= seats',
		caught: /\d holders on \d seats/,
	},
	{
		name: 'a role is given whatever it may do',
		seed: 11,
		file: 'src/roles/role-api.ts',
		find: 'const isPowerful = (api.powers(guildId, roleId) & ~confirmed) !== 0n;',
		replace: 'const isPowerful = confirmed < 0n;',
		caught: /I7: a role with/,
	},
	{
		name: 'a purchase that was blocked keeps its roles',
		file: 'src/roles/role-plan.ts',
		find: "const active = claims.filter(({ status }) => status === 'active');\n\tconst wanted",
		replace: 'const active = claims;\n\tconst wanted',
		caught: /I2: \d+ in \d+ keeps/,
	},
	{
		name: 'the staff of another server see what is home’s',
		file: 'src/claims/moderated-claims.ts',
		find: 'return given !== undefined || home.is(guildId)\n',
		replace: "return given !== undefined || guildId !== ''\n",
		caught: /I4: the other server’s staff see/,
	},
	{
		name: 'a reason is kept as it was typed',
		file: 'src/claims/scrub-codes.ts',
		find: 'return replaced(text, found);',
		replace: 'return text;',
		caught: /I5: \w+ \w+ (?:shows|holds) a code/,
	},
	{
		name: 'a change is undone although something has happened since',
		file: 'src/claims/moderation-changes.ts',
		find: 'undo.revision !== revision || record.revision !== revision',
		replace: 'undo.revision !== revision',
		caught: /undone, although something has happened since/,
	},
	{
		name: 'who deletes their data lifts what staff have blocked',
		file: 'src/claims/changes.ts',
		find: 'const { undo: _, ...rest } = record;',
		replace: 'const { undo: _, revokedBy: __, ...rest } = record;',
		caught: /what staff revoked was lifted/,
	},
	{
		name: 'a seat is kept under the name of who had it',
		file: 'src/claims/own-claims.ts',
		find: 'next: forgotten(record, userId, tag, clock.now())',
		replace: 'next: forgotten(record, userId, userId, clock.now())',
		caught: /I6: a claim names them/,
	},
	{
		name: 'a refused key makes codes invalid',
		seed: 2,
		file: 'src/marketplace/purchase-check.ts',
		find: 'if (trouble !== undefined) return trouble;',
		replace: '',
		caught: /I8: a good code was called invalid/,
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
					const { failed, errorInstance } = await fc.check(property, {
						numRuns: 2_000,
						...(bug.seed !== undefined && { seed: bug.seed }),
						examples: stories.map((steps) => [steps]),
						endOnFailure: true,
					});
					expect(failed).toBe(true);
					expect(String(errorInstance)).toMatch(bug.caught);
				},
			);
		},
		600_000,
	);
});
