import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable': '机器人目前无法访问其记录。请过几分钟再试：没有丢失任何内容。',
	'error.storeFault': '机器人在其记录中发现问题并已停止，以免情况恶化。请告知此服务器的工作人员。',
	'error.misconfigured': '机器人未正确设置。请告知此服务器的工作人员。',
	'error.unexpected': '机器人出了点问题。请重试；如果再次发生，请告知工作人员。',
	'error.reference': '参考编号：`{id}`',
} satisfies Record<keyof typeof english, string>;
