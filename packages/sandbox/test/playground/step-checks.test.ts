import { expect, it } from 'vitest';
import { fits, without } from '../../src/playground/guide/step-checks.js';

it('words fit if they hold every text, pattern and condition', () => {
	const said = ['Check-up', /\d problems/, without('PANEL')];
	expect(fits('Check-up · 4 problems', said)).toBe(true);
	for (const words of ['Check-up', '4 problems', 'Check-up · 4 problems with the Panel']) {
		expect(fits(words, said), words).toBe(false);
	}
});
