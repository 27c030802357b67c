import { describe, expect, it } from 'vitest';
import { within } from '../../src/story/pace.js';

describe('waiting in the story', () => {
	it('gives what came in time, and passes on why it could not come', async () => {
		await expect(within(60_000, 'An answer', Promise.resolve('yes'))).resolves.toBe('yes');
		await expect(within(60_000, 'An answer', Promise.reject(new Error('gone')))).rejects.toThrow('gone');
	});

	it('ends with the name of what did not come', async () => {
		await expect(within(1, 'An answer to Maya', new Promise(() => undefined))).rejects.toThrow(
			'An answer to Maya did not come within 0 s',
		);
	});
});
