import {
	administratorsOnlyView,
	guildOnlyView,
	managersOnlyView,
	moderatorsOnlyView,
	notMemberView,
	otherGuildView,
	outdatedComponentView,
	pressAgainView,
	startingView,
	unknownCommandView,
} from '../../../src/ui/refusal.js';
import { page, type States } from '../state.js';

export const refusalStates: States = () => [
	page('refusal/outdated', 'A button whose page is gone', outdatedComponentView, []),
	page('refusal/outdated-staff', undefined, outdatedComponentView, [true]),
	page('refusal/staff', 'For staff', moderatorsOnlyView, []),
	page('refusal/managers', 'For who manages the server', managersOnlyView, []),
	page('refusal/administrators', 'For administrators', administratorsOnlyView, []),
	page('refusal/direct', 'Not in a direct message', guildOnlyView, []),
	page('refusal/elsewhere', 'In a server that isn’t served', otherGuildView, []),
	page('refusal/not-member', 'In a server with the commands alone', notMemberView, ['900000000000000001']),
	page('refusal/starting', 'The bot is starting', startingView, []),
	page('refusal/unknown', 'A command of another version', unknownCommandView, []),
	page('desk/press-again', 'A form that took too long', pressAgainView, []),
];
