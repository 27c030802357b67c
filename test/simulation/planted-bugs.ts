import type { PlantedBug as Planting } from '../planted-bug.js';

export interface PlantedBug extends Planting {
	/** The first seed to try, because earlier ones don't reveal the bug. */
	readonly firstSeed?: number;
}

export const plantedBugs: readonly PlantedBug[] = [
	{
		name: 'a write that lost its race counts as made',
		firstSeed: 42,
		file: 'src/storage/transaction.ts',
		find: 'if (steps.length === 0 || (await rows.commit(steps))) return result;',
		replace: 'if (steps.length === 0 || [await rows.commit(steps)]) return result;',
		caught: /a revision goes back|was answered that they have/,
	},
	{
		name: 'one seat too many',
		file: 'src/claims/changes.ts',
		find: 'record.holders.length + kept.length < seats',
		replace: 'record.holders.length + kept.length <= seats',
		caught: /holders on \d seats/,
	},
	{
		name: 'a message whose answer was lost is sent again',
		firstSeed: 98,
		file: 'src/messages/deliveries.ts',
		find: 'await this.#mailbox.find(place, last.marks ?? [mark], last.at)',
		replace: "undefined as Awaited<ReturnType<Mailbox<Letter>['find']>>",
		caught: /notified 2 times/,
	},
	{
		name: 'nobody looks for roles that were taken by hand',
		firstSeed: 56,
		file: 'src/roles/reconciler.ts',
		find: 'await findDrift(discord.guilds());',
		replace: 'void findDrift;',
		caught: /\d+ lacks \d+/,
	},
];
