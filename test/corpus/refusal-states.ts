import {
	administratorsOnlyView,
	guildOnlyView,
	homeOnlyView,
	homeStaffOnlyView,
	managersOnlyView,
	moderatorsOnlyView,
	otherGuildView,
	outdatedComponentView,
	policyOfHomeView,
	startingView,
	unknownCommandView,
} from '../../src/views/interactions/refusal-view.js';
import type { Surface } from './state.js';

export const refusalSurface: Surface = {
	title: 'For somebody else, somewhere else, another time',
	states: [
		{ name: 'refusal/outdated', says: 'A button whose page is gone', show: outdatedComponentView },
		{ name: 'refusal/staff', says: 'For staff', show: moderatorsOnlyView },
		{ name: 'refusal/home-staff', says: 'For the staff of the home server', show: homeStaffOnlyView },
		{ name: 'refusal/managers', says: 'For who manages the server', show: managersOnlyView },
		{ name: 'refusal/administrators', says: 'For administrators', show: administratorsOnlyView },
		{ name: 'refusal/home', says: 'In the home server only', show: homeOnlyView },
		{ name: 'refusal/policy', says: 'What the home server decides', show: policyOfHomeView },
		{ name: 'refusal/direct', says: 'Not in a direct message', show: guildOnlyView },
		{ name: 'refusal/elsewhere', says: 'In a server that isn’t served', show: otherGuildView },
		{ name: 'refusal/starting', says: 'The bot is starting', show: startingView },
		{ name: 'refusal/unknown', says: 'A command of another version', show: unknownCommandView },
	],
};
