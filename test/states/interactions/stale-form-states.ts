import { staleFormView } from '../../../src/ui/form.js';
import { many } from '../sample.js';
import { page, type States, variants } from '../state.js';

export const staleFormStates: States = (foreign) => {
	const field = (label: string, value: string) => ({ id: 'alt', label, value, longest: 4_000 });
	return [
		page('setup/stale-long', 'The same, with more than fits into a message', staleFormView, (t) => [
			[field(t('panel.textLabel'), '')],
			() => 'x'.repeat(3_000),
		]),
		...variants(
			staleFormView,
			[1, 5].map((count) => (t) => [
				many(count, () => field(t('panel.altLabel'), foreign.text('Our themes'))),
				() => foreign.text('Our new themes', 4_000),
			]),
		),
		...variants(
			staleFormView,
			['', '```', 'x'.repeat(3_600)].map((typed) => (t) => [
				[field(t('panel.altLabel'), typed)],
				() => typed,
			]),
		),
	];
};
