import type { PlantedBug } from '../planted-bug.js';

export const plantedBugs: readonly PlantedBug[] = [
	{
		name: 'a write that lost its race counts as made',
		file: 'src/storage/update.ts',
		find: 'if (await store.compareAndSet(key, current, outcome.next)) return outcome.result;',
		replace: 'await store.compareAndSet(key, current, outcome.next); return outcome.result;',
		caught: /a revision goes back|was told that they have/,
	},
	{
		name: 'one seat too many',
		file: 'src/claims/changes.ts',
		find: 'record.holders.length + kept.length < seats',
		replace: 'record.holders.length + kept.length <= seats',
		caught: /holders on \d seats/,
	},
	{
		name: 'a lock keeps nobody out',
		file: 'src/claims/changes.ts',
		find: 'if (record.locked || record.revokedBy !== undefined) return false;',
		replace: 'if (record.revokedBy !== undefined) return false;',
		caught: /holders of a locked claim have changed/,
	},
	{
		name: 'a change is undone although something has happened since',
		file: 'src/claims/moderation-changes.ts',
		find: 'undo.revision !== revision || record.revision !== revision',
		replace: 'undo.revision !== revision',
		caught: /undone, although something has happened since/,
	},
	{
		name: 'a refused key makes codes invalid',
		file: 'src/marketplace/purchase-check.ts',
		find: 'if (trouble !== undefined) return trouble;',
		replace: '',
		caught: /a good code was called invalid/,
	},
	{
		name: 'a message whose answer was lost is sent again',
		file: 'src/notifications/notices.ts',
		find: "row.state === 'sending' ? await board.find(told, row.at) : undefined",
		replace: 'undefined as Sent | undefined',
		caught: /told 2 times/,
	},
	{
		name: 'nobody looks for roles that were taken by hand',
		file: 'src/roles/reconciler.ts',
		find: "await this.#isolated('drift', () => drift.find(discord.guilds(), this.#stopping.signal, driftCursor));",
		replace: 'void [discord, drift, driftCursor];',
		caught: /\d+ lacks \d+/,
	},
];
