import { expect, it } from 'vitest';
import { committedCounts, countOn, countsFile, stores } from './count.js';

// Counts that noise can't affect: statements, requests, files. A stopwatch would measure the machine.

it.for(stores)(
	'makes the committed number of calls on %s and loads the committed amount of code',
	async (store, { skip }) => {
		const counted = await countOn(store);
		if (counted === undefined) return skip(`${store} is not installed`);
		const { [store]: committed } = await committedCounts();
		const mend = `Meant? Then "npm run counts" writes ${countsFile} anew: commit it with what explains it`;
		expect(counted, mend).toEqual(committed);
	},
);
