import { describe, expect, it } from 'vitest';
import { gallery } from '../../src/ui/page.js';

describe('a gallery', () => {
	it('shows what is sent with the message', () => {
		expect(gallery({ file: 'stats-30.png', alt: 'A chart' })?.items).toEqual([
			{ media: { url: 'attachment://stats-30.png' }, description: 'A chart' },
		]);
	});

	// Discord would refuse the whole message: no such file is sent with it.
	it('takes no address of another author for such a file', () => {
		expect(gallery({ url: 'attachment://stats-30.png', alt: 'A chart' })).toBeUndefined();
	});
});
