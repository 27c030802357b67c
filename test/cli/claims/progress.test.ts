import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { showProgress } from '../../../src/cli/claims/progress.js';

function screen(isTTY: boolean): { output: Writable & { isTTY: boolean }; text: () => string } {
	let text = '';
	const output = new Writable({
		write(chunk, _encoding, done) {
			text += String(chunk);
			done();
		},
	});
	return { output: Object.assign(output, { isTTY }), text: () => text };
}

describe('progress', () => {
	it('is a line for each tenth if there is no terminal', () => {
		const { output, text } = screen(false);
		const progress = showProgress('Moved', output);
		for (let done = 1; done <= 1_005; done += 1) progress.show(done, 1_005);
		progress.end();
		const lines = text().trimEnd().split('\n');
		expect(lines).toHaveLength(11);
		expect(lines[0]).toBe('Moved: 1 of 1005');
		expect(lines.at(-1)).toBe('Moved: 1005 of 1005');
	});

	it('is a bar on a terminal, and leaves a whole line', () => {
		const { output, text } = screen(true);
		const progress = showProgress('Moved', output);
		progress.show(1, 4);
		progress.show(5, 4);
		progress.end();
		expect(text()).toContain('Moved');
		expect(text()).toContain('100%  5/5');
		expect(text().endsWith('\n')).toBe(true);
	});
});
