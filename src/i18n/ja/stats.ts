import type { stats as english } from '../en/stats.js';

export const stats = {
	'stats.title': '過去 {days, number} 日間の認証',
	'stats.total': '合計 **{count, number}** · 1日あたり **{average}**',
	'stats.lastWeek': '過去 7 日間',
	'stats.byItem': '商品別',
	'stats.otherItems': 'その他の商品',
	'stats.refused': '拒否：{count, number}',
	'stats.reason.invalid': 'マーケットプレイスにない',
	'stats.reason.taken': '他の人のもの',
	'stats.reason.limited': '誤ったコードが多すぎ',
	'stats.reason.not-a-code': 'コードが含まれない',
	'stats.reason.uncheckable': 'マーケットプレイスに接続不可',
	'stats.supported': 'サポート中の購入',
	'stats.share': '**{share}** · {claims, number} 件中 {supported, number} 件（集計：{when}）',
	'stats.counting': '集計中です。少し待ってからもう一度お試しください。',
	'stats.none': 'まだありません',
	'stats.footer': '日付は UTC です。所有者が同じコードを再提示しても二重には数えません。',
	'stats.chartAlt': '1日ごとの認証数の棒グラフ。{days}',
	'stats.noChart': 'グラフを描画できませんでした。数値はすべて揃っています。',
	'stats.chartLater':
		'グラフは1つのサーバーにつき1分に1回で、直前のものは別の期間でした。数値はすべて揃っています。',
} satisfies Record<keyof typeof english, string>;
