import { describe, expect, it } from 'vitest';
import { screenOn } from '../../src/story/screen.js';

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
