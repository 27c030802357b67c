import type { Services } from '../../src/create-services.js';
import { componentsOf, privately } from '../../src/discord/interactions/handler.js';
import {
	acceptAccount,
	accountMark,
	alertAnswerView,
	checkRolesAgain,
	goOnRevoking,
	leaveServer,
	stayStopped,
} from '../../src/ui/messages/alerts.js';

const { on: onAdministrator } = componentsOf<Services>('administrator');
const { on: onStaff } = componentsOf<Services>('staff');

export const alertComponents = [
	onStaff('button', checkRolesAgain, ({ guildId, t }, { alerts }) =>
		privately(async () => {
			const isSolved = await alerts.checkRoles(guildId);
			return alertAnswerView(t, isSolved ? 'solvedNow' : 'stillThere');
		}),
	),
	onAdministrator('button', acceptAccount, ({ args: [mark], userId, t }, { alerts }) =>
		privately(async () => {
			const isShown = (username: string) => accountMark(username) === mark;
			return alertAnswerView(t, await alerts.acceptAccount(userId, isShown));
		}),
	),
	onAdministrator('button', goOnRevoking, ({ t }, { alerts }) =>
		privately(async () => {
			await alerts.goOnRevoking();
			return alertAnswerView(t, 'goesOn');
		}),
	),
	onAdministrator('button', stayStopped, ({ t }, { alerts }) =>
		privately(async () => {
			await alerts.stayStopped();
			return alertAnswerView(t, 'stays');
		}),
	),
	onAdministrator('button', leaveServer, ({ args, t }, { alerts }) =>
		privately(async () => alertAnswerView(t, await alerts.leave(args[0]))),
	),
];
