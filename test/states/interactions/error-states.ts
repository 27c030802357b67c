import { errorView } from '../../../src/ui/refusal.js';
import { barePlace, placeOf, reference } from '../sample.js';
import { page, type States, variants } from '../state.js';

const codes = [
	'CONFIG',
	'STORE_UNAVAILABLE',
	'STORE_CORRUPT',
	'STORE_REFUSED',
	'SECRET_CHANGED',
	'UNEXPECTED',
];

export const errorStates: States = (foreign) => {
	const place = placeOf(foreign);
	return [
		page('error', 'Something unforeseen', errorView, ['UNEXPECTED', reference, place], { most: 6 }),
		page('error/maintenance', 'While the operator changes the secret', errorView, [
			'SECRET_CHANGED',
			undefined,
		]),
		...variants(
			errorView,
			[...codes, foreign.text('UNEXPECTED')].flatMap((code) =>
				[undefined, barePlace, place].map((each) => [code, reference, each]),
			),
		),
	];
};
