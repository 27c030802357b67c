import type { Services } from '../../src/create-services.js';
import { componentsOf, privately } from '../../src/discord/interactions/handler.js';
import {
	acceptAccount,
	accountMark,
	alertAnswerView,
	checkRolesAgain,
	decideRevoking,
	leaveServer,
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
	onAdministrator('button', decideRevoking, ({ args: [decision], t }, { alerts }) =>
		privately(async () => {
			await (decision === 'goesOn' ? alerts.goOnRevoking() : alerts.stayStopped());
			return alertAnswerView(t, decision);
		}),
	),
	onAdministrator('button', leaveServer, ({ args, t }, { alerts }) =>
		privately(async () => alertAnswerView(t, await alerts.leave(args[0]))),
	),
];
