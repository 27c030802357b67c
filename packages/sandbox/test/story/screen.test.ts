import { describe, expect, it } from 'vitest';
import { screenOn, summary } from '../../src/story/screen.js';

const output = (parts: { columns?: number; isTTY?: boolean }) => ({ ...parts, write: () => true });

describe('a screen', () => {
	it.each([
		[undefined, 80],
		[0, 80],
		[20, 40],
		[72, 72],
		[240, 100],
	])('of %s columns has lines of %s', (columns, width) => {
		expect(screenOn(output(columns === undefined ? {} : { columns }), {}).width).toBe(width);
	});

	it('is plain in a pipe and where colours are not wanted', () => {
		expect(screenOn(output({ isTTY: true }), {}).colour).toBe(true);
		expect(screenOn(output({}), {}).colour).toBe(false);
		expect(screenOn(output({ isTTY: true }), { NO_COLOR: '1' }).colour).toBe(false);
	});

	it('ends what it prints with a line break', () => {
		const written: string[] = [];
		screenOn({ write: (text) => written.push(text) }, {}).print('a\nb');
		expect(written.join('')).toBe('a\nb\n');
	});
});

const screen = { width: 80, colour: false, print: () => undefined };
const [first, second, third] = [
	{ title: 'Setting up', checks: 2 },
	{ title: 'Verifying', checks: 0 },
	{ title: 'Killing', checks: 0 },
] as const;

describe('the summary of the stories', () => {
	it('counts the checks of each and says that all is well', () => {
		const chapters = [first, { ...second, checks: 1 }];
		const text = summary({ chapters, invalidRequests: 7, failure: undefined }, screen);
		expect(text).toMatch(/✔ {2}1 {2}Setting up +2 checks/);
		expect(text).toMatch(/✔ {2}2 {2}Verifying +1 check\n/);
		expect(text).toContain('All 3 checks passed.');
		expect(text).toContain('Refused by Discord (401, 403, 429): 7; 10,000 in ten minutes ban a bot.');
	});

	it('shows where they broke off, why, and what was not reached', () => {
		const failure = { chapter: second, error: new Error('Maya has no role') };
		const text = summary({ chapters: [first, second, third], invalidRequests: 0, failure }, screen);
		expect(text).toMatch(/✘ {2}2 {2}Verifying +failed after 0 checks/);
		expect(text).toMatch(/– {2}3 {2}Killing +not reached/);
		expect(text).toContain('The demo failed: Maya has no role');
		expect(text).not.toContain('passed.');
	});
});
