import {
	errorView,
	notMemberView,
	outdatedComponentView,
	refusalView,
	tooSlowView,
} from '../../../src/ui/refusal.js';
import { barePlace, placeOf, reference } from '../sample.js';
import { page, type States, variants } from '../state.js';

export const refusalStates: States = () => [
	page('refusal/outdated', 'A button whose page is gone', outdatedComponentView, []),
	page('refusal/outdated-staff', undefined, outdatedComponentView, [true]),
	page('refusal/staff', 'For staff', refusalView, ['staff']),
	page('refusal/managers', 'For who manages the server', refusalView, ['manager']),
	page('refusal/administrators', 'For administrators', refusalView, ['administrator']),
	page('refusal/direct', 'Not in a direct message', refusalView, ['guildOnly']),
	page('refusal/elsewhere', 'In a server that isn’t served', refusalView, ['otherGuild']),
	page('refusal/not-member', 'In a server with the commands alone', notMemberView, ['900000000000000001']),
	page('refusal/starting', 'The bot is starting', refusalView, ['starting']),
	page('refusal/unknown', 'A command of another version', refusalView, ['unknownCommand']),
	page('desk/press-again', 'A store that takes too long', tooSlowView, []),
];

export const errorStates: States = (foreign) => {
	const place = placeOf(foreign);
	return [
		page('error', 'Something unforeseen', errorView, ['UNEXPECTED', reference, place]),
		page('error/maintenance', 'While the operator changes the secret', errorView, [
			'SECRET_CHANGED',
			undefined,
		]),
		...variants(
			errorView,
			['CONFIG', 'SECRET_CHANGED', foreign.text('UNEXPECTED')].flatMap((code) =>
				[undefined, barePlace, place].map((each) => [code, reference, each]),
			),
		),
	];
};
