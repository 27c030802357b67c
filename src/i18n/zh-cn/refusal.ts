import type { refusal as english } from '../en/refusal.js';

export const refusal = {
	'refusal.administratorsOnly': '此命令仅限此服务器的管理员使用。',
	'refusal.homeOnly': '这仅供机器人主服务器的管理员使用。',
	'refusal.managersOnly': '这仅限可以管理此服务器的成员使用（**管理服务器**权限）。',
	'refusal.outdated': '此按钮或菜单来自机器人的旧版本。请重新运行命令。',
	'refusal.unknownCommand': '机器人已不认识此命令。请过几分钟再试。',
	'refusal.otherGuild': '此机器人服务于另一个服务器。请到那里询问。',
	'refusal.starting': '机器人正在启动。请过几秒再试。',
	'refusal.guildOnly': '请在服务器中使用此命令：它在私信中无效。',
	'refusal.linksLeftOut': '-# 部分链接无法显示。',
} satisfies Record<keyof typeof english, string>;
