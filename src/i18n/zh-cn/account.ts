import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': '用户名',
	'account.memberSince': '注册时间',
	'account.link': '链接',
	'account.badKey':
		'商城不接受机器人的 API 密钥。请检查 `MARKETPLACE_API_KEY`：你可以在商城工作区设置的 API 密钥部分创建新的密钥。',
	'account.laterAt': '商城要求机器人稍等。{when}可以再次读取账户。',
	'account.unavailable': '目前无法连接商城。请过几分钟再试。',
	'account.malformed': '无法理解商城的回应。`MARKETPLACE_URL` 正确吗？',
	'account.showPrivate': '显示邮箱和余额',
	'account.email': '邮箱',
	'account.contactEmail': '联系邮箱',
	'account.balance': '余额',
	'account.notGiven': '未提供',
} satisfies Record<keyof typeof english, string>;
