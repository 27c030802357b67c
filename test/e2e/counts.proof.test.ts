import { expect, it } from 'vitest';
import { countAllocations } from '../counts/allocations.js';
import { committedCounts, countsFile, differences } from '../counts/committed.js';
import {
	allocationsFile,
	committedAllocations,
	compareAllocations,
	nodeVersion,
} from '../counts/committed-allocations.js';
import { countOn, stores } from '../counts/count-on.js';

// Counts that noise can't affect: statements, requests, files, bytes. A stopwatch would measure the machine.

const how = (file: string): string =>
	`Meant? Then "npm run counts" writes ${file} anew: commit it with what explains it`;

it.for(stores)('asks and loads on %s as much as was committed, and no more', async (store, { skip }) => {
	const counted = await countOn(store);
	if (counted === undefined) return skip(`${store} is not installed`);
	const { [store]: committed } = await committedCounts();
	expect(differences(committed, counted), how(countsFile)).toEqual([]);
});

it('allocates no more memory for an act than was committed', async ({ annotate }) => {
	const committed = await committedAllocations();
	const { grown, fallen } = compareAllocations(committed, await countAllocations(), nodeVersion());
	expect(grown, how(allocationsFile)).toEqual([]);
	if (fallen.length > 0) await annotate(`It has fallen, so keep it: "npm run counts". ${fallen.join('; ')}`);
});
