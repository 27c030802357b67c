import { expect, test } from 'vitest';
import { render, span } from '../../src/drawing/spans.js';
import { wrap } from '../../src/drawing/wrap.js';

// docs/walkthrough.md covers line breaks and appearance.
test('a line contains no control sequence from a stranger', () => {
	expect(render(wrap([span('\u001b[31mred\u001b[0m\nline')], 20), true)).toBe('[31mred[0mline');
});
