import type { permission as english } from '../en/permission.js';

export const permission = {
	'permission.Administrator': '管理者',
	'permission.ManageGuild': 'サーバー管理',
	'permission.ManageRoles': 'ロールの管理',
	'permission.ManageChannels': 'チャンネルの管理',
	'permission.ManageWebhooks': 'ウェブフックの管理',
	'permission.ManageMessages': 'メッセージの管理',
	'permission.ManageThreads': 'スレッドの管理',
	'permission.ManageNicknames': 'ニックネームの管理',
	'permission.ManageEvents': 'イベントの管理',
	'permission.ManageGuildExpressions': '絵文字・スタンプの管理',
	'permission.KickMembers': 'メンバーをキック',
	'permission.BanMembers': 'メンバーをBAN',
	'permission.ModerateMembers': 'メンバーをタイムアウト',
	'permission.MentionEveryone': '@everyone へのメンション',
	'permission.ViewChannel': 'チャンネルを見る',
	'permission.SendMessages': 'メッセージを送信',
} satisfies Record<keyof typeof english, string>;
