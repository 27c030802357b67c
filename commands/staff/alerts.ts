import type { Services } from '../../src/create-services.js';
import { componentsOf } from '../../src/discord/interactions/handler.js';
import {
	acceptAccount,
	accountMark,
	alertAnswerView,
	checkRolesAgain,
	goOnRevoking,
	leaveServer,
	stayStopped,
} from '../../src/ui/messages/alerts.js';

const { replies } = componentsOf<Services>('administrator');
const { replies: tellsStaff } = componentsOf<Services>('staff');

export const alertComponents = [
	tellsStaff('button', checkRolesAgain, async ({ guildId, t }, { alerts }) =>
		alertAnswerView(t, (await alerts.checkRoles(guildId)) ? 'solvedNow' : 'stillThere'),
	),
	replies('button', acceptAccount, async ({ args: [mark], userId, t }, { alerts }) =>
		alertAnswerView(t, await alerts.acceptAccount(userId, (username) => accountMark(username) === mark)),
	),
	replies('button', goOnRevoking, async ({ t }, { alerts }) => {
		await alerts.goOnRevoking();
		return alertAnswerView(t, 'goesOn');
	}),
	replies('button', stayStopped, async ({ t }, { alerts }) => {
		await alerts.stayStopped();
		return alertAnswerView(t, 'stays');
	}),
	replies('button', leaveServer, async ({ args, t }, { alerts }) =>
		alertAnswerView(t, await alerts.leave(args[0])),
	),
];
