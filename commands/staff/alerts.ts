import { onComponent, privately } from '../../src/discord/interactions/handler.js';
import type { AlertActions } from '../../src/moderation/alert-actions.js';
import {
	acceptAccount,
	accountMark,
	alertAnswerView,
	checkRolesAgain,
	goOnRevoking,
	leaveServer,
	stayStopped,
} from '../../src/ui/messages/alerts.js';

export interface AlertServices {
	readonly alerts: AlertActions;
}

/** The buttons below alerts. */
export const alertComponents = [
	onComponent('button', checkRolesAgain, 'staff', ({ guildId, t }, { alerts }: AlertServices) =>
		privately(async () => {
			const isSolved = await alerts.checkRoles(guildId);
			return alertAnswerView(t, isSolved ? 'solvedNow' : 'stillThere');
		}),
	),
	onComponent(
		'button',
		acceptAccount,
		'administrator',
		({ args: [mark], userId, t }, { alerts }: AlertServices) =>
			privately(async () => {
				const isShown = (username: string) => accountMark(username) === mark;
				const accepted = await alerts.acceptAccount(userId, isShown);
				return alertAnswerView(t, answerTo[accepted]);
			}),
	),
	onComponent('button', goOnRevoking, 'administrator', ({ t }, { alerts }: AlertServices) =>
		privately(async () => {
			await alerts.goOnRevoking();
			return alertAnswerView(t, 'goesOn');
		}),
	),
	onComponent('button', stayStopped, 'administrator', ({ t }, { alerts }: AlertServices) =>
		privately(async () => {
			await alerts.stayStopped();
			return alertAnswerView(t, 'stays');
		}),
	),
	onComponent('button', leaveServer, 'administrator', ({ args, t }, { alerts }: AlertServices) =>
		privately(async () => alertAnswerView(t, await alerts.leave(args[0]))),
	),
];

const answerTo = { accepted: 'accepted', 'operator-only': 'operatorOnly', changed: 'stillThere' } as const;
