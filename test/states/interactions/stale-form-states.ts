import { staleFormView } from '../../../src/ui/form.js';
import { many } from '../sample.js';
import { page, type States, variants } from '../state.js';

export const staleFormStates: States = (foreign) => {
	const field = (label: string) => ({
		label,
		now: foreign.text('Our themes'),
		typed: foreign.text('Our new themes', 4_000),
	});
	return [
		page('setup/stale-long', 'The same, with more than fits into a message', staleFormView, (t) => [
			[{ label: t('panel.textLabel'), now: '', typed: 'x'.repeat(3_000) }],
		]),
		...variants(
			staleFormView,
			[1, 5].map((count) => (t) => [many(count, () => field(t('panel.altLabel')))]),
		),
		...variants(staleFormView, [(t) => [[{ label: t('panel.altLabel'), now: '', typed: '' }]]]),
		...variants(
			staleFormView,
			['```', 'x'.repeat(3_600)].map((typed) => (t) => [[{ label: t('panel.altLabel'), now: typed, typed }]]),
		),
	];
};
