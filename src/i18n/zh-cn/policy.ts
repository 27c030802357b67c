import type { policy as english } from '../en/policy.js';

export const policy = {
	'command.setup.policy.name': '规则',
	'command.setup.policy.description': '选择买家能否解除购买，并查看谁可以共用代码',
	'command.setup.seats.name': '名额',
	'command.setup.seats.description': '按许可类型允许多位成员共用一个代码',
	'command.setup.seats.members.name': '成员数',
	'command.setup.seats.members.description': '一个代码可由多少成员持有',
	'policy.title': '购买规则',
	'policy.homeOnly': '名额和取消关联在主服务器设置。',
	'policy.unlinking': '**解除** · 买家对在这里不再需要的购买可以做什么',
	'policy.never': '不允许',
	'policy.transferOnly': '只有管理员可以转让',
	'policy.afterDays': '{days, plural, =0 {允许，代码立即可用} other {允许，代码在 # 天后可用}}',
	'policy.seats': '**团队** · 一个代码可由多少成员持有。用 `/设置 名额` 更改。',
	'policy.noSeats': '每个代码一位成员。',
	'policy.seatsLine': '{licence}：{seats, number}',
	'policy.audit.unlinking': '解除：{policy}',
	'policy.audit.seats': '许可类型 **{licence}** 的代码最多可由 {seats, plural, other {# 位成员}}共用',
} satisfies Record<keyof typeof english, string>;
