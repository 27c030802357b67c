import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { framesBefore, walkthrough, walkthroughFile } from './walkthrough.js';

it('docs/walkthrough.md shows the bot as it is: if not, run `npm run walkthrough`', () => {
	const drawn = walkthrough(JSON.parse(readFileSync(framesBefore, 'utf8')));
	// Not compared as a whole: the difference would be a thousand lines.
	const written = readFileSync(walkthroughFile, 'utf8').split('\n');
	const outdated = drawn.split('\n').findIndex((line, at) => line !== written[at]);
	expect(outdated === -1 ? [] : [`line ${outdated + 1}: ${drawn.split('\n')[outdated]}`]).toEqual([]);
	expect(written.length).toBe(drawn.split('\n').length);
});
