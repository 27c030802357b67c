import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { harmless } from '../world/guild.js';
import { type Step, sequences } from './operations.js';
import {
	forgottenAreDeleted,
	holdersAreTheirOwn,
	invalidIsTheShopsWord,
	newsOfClaims,
	noCodeIsShown,
	noCodeLeaks,
	refusalsChangeNothing,
	rolesAreHarmless,
	rolesFollowClaims,
	staffChangesOnce,
	staffsRevocationStays,
	writesAreSound,
} from './properties-held.js';
import { type Happened, play } from './run.js';
import { homeAlone, seenByOthersStaff, withOtherSecrets } from './separation.js';

/**
 * Everything that has happened to claims in all sequences so far: a property says nothing about what never happens.
 */
export const happenedToClaims = new Set<string>();

/**
 * The properties of the trust model, over sequences of what people, servers, the shop, the clock and machines do: two
 * servers, two processes, each sequence on a new world. What fails is shrunk to the fewest and plainest steps. `share`:
 * which part of the sequences of `npm run test:proof` each has; the second plays every sequence twice.
 */
export const properties = [
	{
		name: 'seats, rights, roles, data and secrets are as promised (I1 to I8)',
		share: 0.75,
		property: fc.asyncProperty(sequences, async (steps: readonly Step[]) => {
			const once = staffChangesOnce();
			const world = await play(steps, (now, it) => {
				for (const what of newsOfClaims(it)) happenedToClaims.add(what);
				holdersAreTheirOwn(now, it);
				writesAreSound(now, it);
				refusalsChangeNothing(now, it);
				noCodeIsShown(now, it);
				once(now, it);
				staffsRevocationStays(now, it);
				forgottenAreDeleted(now, it);
				invalidIsTheShopsWord(now, it);
			});
			noCodeLeaks(world);
			rolesFollowClaims(world);
			rolesAreHarmless(world, harmless);
			const seen = await seenByOthersStaff(world);
			withOtherSecrets(world);
			deepStrictEqual(
				await seenByOthersStaff(world),
				seen,
				'I4: the other server’s staff see what is home’s alone',
			);
		}),
	},
	{
		name: 'what another server’s staff do changes nothing at home (I4)',
		share: 0.25,
		property: fc.asyncProperty(sequences, async (steps: readonly Step[]) => {
			const theirs = new Set<number>();
			const happened: Happened[] = [];
			const world = await play(
				steps,
				(now, it) => {
					happened.push(it);
					if (it.guildId === now.other.id && it.need !== 'member') theirs.add(it.index);
				},
				{ honest: true },
			);
			const withoutThem: Happened[] = [];
			const other = await play(steps, (_, it) => withoutThem.push(it), { honest: true, without: theirs });
			deepStrictEqual(homeAlone(other, withoutThem), homeAlone(world, happened));
		}),
	},
] as const;
