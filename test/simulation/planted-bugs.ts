import type { PlantedBug as Planting } from '../planted-bug.js';

export interface PlantedBug extends Planting {
	/** The seed to begin with: those before it have not shown the bug. */
	readonly firstSeed?: number;
}

export const plantedBugs: readonly PlantedBug[] = [
	{
		name: 'a write that lost its race counts as made',
		firstSeed: 41,
		file: 'src/storage/transaction.ts',
		find: 'if (steps.length === 0 || (await rows.commit(steps))) return result;',
		replace: 'if (steps.length === 0 || [await rows.commit(steps)]) return result;',
		caught: /a revision goes back|was answered that they have/,
	},
	{
		name: 'the roles that follow are requested after the commit',
		firstSeed: 134,
		file: 'src/claims/claim-records.ts',
		find: 'afterCommit = await this.#follow(tx, [...members, ...affectedBy(record, next)]);',
		replace: `afterCommit = () => {
				const userIds = [...members, ...affectedBy(record, next)];
				const later = this.#store.transact((tx) => this.#follow(tx, userIds));
				later.then((tell) => tell(), () => {});
			};`,
		caught: /\d+ (lacks|keeps) \d+/,
	},
	{
		name: 'a second holder gets no entry',
		file: 'src/claims/claim-indexes.ts',
		find: 'const added = entries.filter((key) => !known.delete(key));',
		replace: 'const added = before === undefined ? entries.filter((key) => !known.delete(key)) : [];',
		caught: /no entry of theirs says so/,
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
		firstSeed: 99,
		file: 'src/claims/changes.ts',
		find: 'if (record.locked || record.revokedBy !== undefined) return false;',
		replace: 'if (record.revokedBy !== undefined) return false;',
		caught: /holders of a locked claim have changed/,
	},
	{
		name: 'a change is undone although something has happened since',
		firstSeed: 363,
		file: 'src/claims/moderation-changes.ts',
		find: 'undo.revision !== revision || record.revision !== revision',
		replace: 'undo.revision !== revision',
		caught: /undone, although something has happened since/,
	},
	{
		name: 'a refused key makes codes invalid',
		firstSeed: 431,
		file: 'src/marketplace/purchase-check.ts',
		find: 'if (trouble !== undefined) return trouble;',
		replace: '',
		caught: /a good code was called invalid/,
	},
	{
		name: 'a message whose answer was lost is sent again',
		firstSeed: 72,
		file: 'src/messages/deliveries.ts',
		find: 'await this.#mailbox.find(place, post.mark ?? mark, post.at)',
		replace: "undefined as Awaited<ReturnType<Mailbox<Letter>['find']>>",
		caught: /notified 2 times/,
	},
	{
		name: 'nobody looks for roles that were taken by hand',
		firstSeed: 46,
		file: 'src/roles/reconciler.ts',
		find: "await this.#isolated('drift', () => drift.find(discord.guilds(), this.#stopping.signal, driftCursor));",
		replace: 'void [discord, drift, driftCursor];',
		caught: /\d+ lacks \d+/,
	},
	{
		name: 'half a list counts as the whole',
		firstSeed: 1095,
		file: 'src/updates/item-news.ts',
		find: 'if (isHalf(items, known, logged.size)) {',
		replace: 'if (isHalf(items, known, logged.size * 0)) {',
		caught: /announced from half a list/,
	},
];
