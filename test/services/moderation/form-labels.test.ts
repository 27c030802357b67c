import { expect, it } from 'vitest';
import { FormLabels } from '../../../src/services/moderation/form-labels.js';

const named = (itemName: string) => ({ itemName, codeEnd: 'de' });

it('a form names the purchase as the page that was last shown of it', () => {
	const labels = new FormLabels();
	labels.remember('hash', named('Old'));
	labels.remember('hash', named('New'));
	expect(labels.recall('hash')).toEqual(named('New'));
	expect(labels.recall('other')).toBeUndefined();
});

it('the label longest not shown is forgotten once a thousand others were', () => {
	const labels = new FormLabels();
	for (let n = 0; n < 1_000; n += 1) labels.remember(`hash-${n}`, named(`${n}`));
	labels.remember('hash-0', named('again'));
	labels.remember('hash-1000', named('one more'));
	expect(labels.recall('hash-0')).toEqual(named('again'));
	expect(labels.recall('hash-1')).toBeUndefined();
	expect(labels.recall('hash-2')).toEqual(named('2'));
});
