import { expect, test } from 'vitest';
import { render, span } from '../../src/drawing/spans.js';
import { wrap } from '../../src/drawing/wrap.js';

// How lines are broken and look is in docs/walkthrough.md.
test('a line lets no stranger steer the terminal', () => {
	expect(render(wrap([span('\u001b[31mred\u001b[0m\nline')], 20), true)).toBe('[31mred[0mline');
});
