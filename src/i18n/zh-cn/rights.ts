import type { rights as english } from '../en/rights.js';

export const rights = {
	'setup.takes.management': '⛔ 未保存：需要在服务器中拥有 **管理服务器** 和 **管理身份组** 权限。',
	'setup.takes.administrator': '⛔ 未保存：工作人员身份组由管理员选择。',
	'setup.refused.out-of-reach': '⛔ <@&{roleId}> 未保存：它不低于你的最高身份组。',
	'setup.refused.administrator': '⛔ <@&{roleId}> 未保存：它是管理员身份组。',
	'setup.refused.is-staff': '⛔ <@&{roleId}> 未保存：它是工作人员身份组，购买不会发放它。',
	'setup.refused.is-given': '⛔ <@&{roleId}> 未保存：购买会发放它，这样每位买家都会成为工作人员。',
	'setup.refused.self-chosen': '⛔ <@&{roleId}> 未保存：成员可以自己领取它。',
	'setup.unusableChannel': '⛔ 未保存：这不是本服务器中可以发送消息的频道。',
	'setup.tooManyRules': '⛔ 未保存：此类身份组已有 {most, number} 个。请先移除一个。',
	'setup.staff': '**工作人员身份组** · 无需“管理身份组”即可处理购买；由管理员选择（可选）',
	'setup.staffHow': '-# 也请让这些身份组看到命令：服务器设置 → 整合 → 此机器人。',
	'setup.lookAtPowers': '查看其权限',
	'setup.confirm.powers': '⚠️ 每位买家都会获得：{powers}\n请在 服务器设置 → 身份组 中从 {role} 移除这些权限。',
	'setup.confirm.channels': '⚠️ 买家将会看到：{channels}',
	'setup.confirm.holders':
		'⚠️ 已有 {count, plural, other {# 名}}成员拥有 {role}。今后由购买决定：在此验证但没有对应购买的成员将失去它。',
	'setup.confirm.someHolders':
		'⚠️ 可能已有成员拥有 {role}。今后由购买决定：在此验证但没有对应购买的成员将失去它。',
	'setup.confirm.openChannel': '⚠️ 服务器中的所有人都能阅读 {channel}：谁验证了什么、工作人员做了什么。',
	'setup.confirm.use': '仍然使用',
	'setup.confirm.another': '另选一个',
	'audit.trouble.role-powerful':
		'{role} 会赋予管理服务器的权限，而没有人确认过。请在 服务器设置 → 身份组 中移除这些权限，或在 `/设置 服务器` 中确认。',
	'audit.setup.powers': '<@&{roleId}> 的权限已确认',
	'audit.setup.staffRoles': '工作人员身份组现在是 {roles}',
	'audit.setup.noStaffRoles': '不再有工作人员身份组',
	'finding.staffRole.says': '{role} 不会使任何人成为工作人员：它已不存在、属于某个应用，或人人都能获得。',
	'panel.mayNotPost': '⛔ 你不能在 {channel} 发送带嵌入链接的消息，所以我不会替你在那里发布。',
	'panel.limited': '⏳ 本服务器的面板更改过于频繁。请在 {when} 再试。',
	'audit.accountOpened': '🔑 <@{userId}> 打开了商城账户',
	'finding.staffCommands.says': '{role} 是工作人员的身份组，却看不到这些命令：{commands}。',
	'finding.hiddenCommands.says': '拥有 {role} 的成员看不到这些命令：{commands}。',
	'finding.allowCommands': '请在 服务器设置 → 整合 → 此机器人 中允许这些命令。',
} satisfies Record<keyof typeof english, string>;
