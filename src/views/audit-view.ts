import type { SetupChange } from '../guilds/setup.js';
import type { RoleObstacle } from '../roles/role-api.js';
import { type MessageView, noMentions } from './message.js';
import { foreignLine } from './text.js';

/** What the people who run the server are told. Never a code. */
export type AuditEvent =
	| {
			readonly kind: 'verified';
			readonly userId: string;
			readonly itemName: string;
			readonly licenseType: string;
			readonly returning: boolean;
	  }
	| {
			readonly kind: 'refused';
			readonly userId: string;
			readonly reason: 'invalid' | 'taken' | 'uncheckable';
			readonly reference: string;
	  }
	| { readonly kind: 'limit'; readonly userId: string; readonly scope: 'member' | 'guild' }
	| {
			readonly kind: 'roles-blocked';
			readonly obstacle: RoleObstacle;
			readonly roleId: string | undefined;
	  }
	| { readonly kind: 'revoked' | 'reinstated'; readonly userId: string; readonly itemName: string }
	| { readonly kind: 'revoking-stopped'; readonly limit: number }
	| { readonly kind: 'setup'; readonly userId: string; readonly change: SetupChange }
	| { readonly kind: 'bad-key' };

/** One line for one event, in the order: what, who, why, what to do. */
export function auditView(event: AuditEvent): MessageView {
	return { content: lineOf(event), allowedMentions: noMentions };
}

function lineOf(event: AuditEvent): string {
	switch (event.kind) {
		case 'verified': {
			const licence = event.licenseType === '' ? '' : ` (${foreignLine(event.licenseType, 80)})`;
			const what = `**${foreignLine(event.itemName, 200)}**${licence}`;
			return event.returning
				? `🔁 <@${event.userId}> came back with ${what}`
				: `✅ <@${event.userId}> verified ${what}`;
		}
		case 'refused':
			return `⛔ <@${event.userId}> was not verified: ${refusals[event.reason]} · reference \`${event.reference}\``;
		case 'limit':
			return event.scope === 'member'
				? `🛑 <@${event.userId}> sent too many wrong codes and has to wait`
				: `🛑 Too many wrong codes in this server, the last from <@${event.userId}>: verification pauses for some minutes`;
		case 'roles-blocked':
			return `⚠️ Roles cannot be given: ${obstacleText(event.obstacle, event.roleId)} The claims are recorded, and the roles follow by themselves.`;
		case 'revoked':
			return `↩️ The purchase of **${foreignLine(event.itemName, 200)}** by <@${event.userId}> is no longer valid, and its roles go`;
		case 'reinstated':
			return `✅ The purchase of **${foreignLine(event.itemName, 200)}** by <@${event.userId}> is valid again, and its roles come back`;
		case 'revoking-stopped':
			return `⚠️ More than ${event.limit} purchases turned invalid today. That looks like an outage or a changed key, so no more are taken back today. Please check the marketplace.`;
		case 'setup':
			return `⚙️ <@${event.userId}> changed the set-up: ${changeText(event.change)}`;
		case 'bad-key':
			return '⚠️ The marketplace does not accept the API key as an author’s. Nobody can verify until MARKETPLACE_API_KEY is right and the bot is restarted.';
	}
}

function changeText(change: SetupChange): string {
	switch (change.what) {
		case 'buyer-role':
			return `the buyer role is now <@&${change.roleId}>`;
		case 'supported-role':
			return change.roleId === undefined
				? 'there is no supported role any more'
				: `the supported role is now <@&${change.roleId}>`;
		case 'audit-channel':
			return change.channelId === undefined
				? 'there is no audit channel any more'
				: `the audit channel is now <#${change.channelId}>`;
		case 'rule': {
			const subject = `${subjectKinds[change.subject.kind]} **${foreignLine(change.subject.key, 100)}**`;
			return change.roleId === undefined
				? `there is no role for the ${subject} any more`
				: `buyers of the ${subject} now get <@&${change.roleId}>`;
		}
	}
}

const subjectKinds = { item: 'item', category: 'category', licence: 'licence type' } as const;

const refusals = {
	invalid: 'the marketplace does not know the code',
	taken: 'the code belongs to another member',
	uncheckable: 'the marketplace could not be asked',
} as const;

function obstacleText(obstacle: RoleObstacle, roleId: string | undefined): string {
	const role = roleId === undefined ? 'the role' : `<@&${roleId}>`;
	switch (obstacle) {
		case 'missing-permission':
			return `I need the permission **Manage Roles** for ${role}.`;
		case 'role-too-high':
			return `${role} is above my own role. Drag my role above it in Server Settings → Roles.`;
		case 'role-missing':
			return `${roleId === undefined ? 'no buyer role is set up' : `the role \`${roleId}\` does not exist in this server`}. Please set another one.`;
		case 'role-not-assignable':
			return `${role} belongs to an integration, and nobody can give it. Please set another one.`;
		case 'guild-gone':
			return 'I am not in the server any more. Please invite me again.';
	}
}
