import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': '最近 {days, number} 天的验证',
	'stats.total': '共 **{count, number}** · 每天 **{average}**',
	'stats.lastWeek': '最近 7 天',
	'stats.byItem': '按商品',
	'stats.otherItems': '其他商品',
	'stats.refused': '拒绝：{count, number}',
	'stats.reason.invalid': '商城中不存在',
	'stats.reason.taken': '属于他人',
	'stats.reason.limited': '错误代码过多',
	'stats.reason.not-a-code': '文本中没有代码',
	'stats.reason.uncheckable': '无法连接商城',
	'stats.supported': '在支持期内的购买',
	'stats.share': '**{share}** · {claims, number} 中的 {supported, number}，统计于 {when}',
	'stats.counting': '正在统计，请稍后再查。',
	'stats.none': '暂无',
	'stats.footer': '日期为 UTC。持有者再次提交同一代码不会重复计数。',
	'stats.chartAlt': '每日验证次数柱状图。{days}',
	'stats.noChart': '无法绘制图表。数字是完整的。',
	'stats.chartLater': '每个服务器每分钟绘制一张图表，上一张是另一个时间段的。数字是完整的。',
} satisfies Record<keyof typeof english, string>;
