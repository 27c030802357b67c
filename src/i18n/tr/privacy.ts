import type { privacy as english } from '../en/privacy.js';

export const privacy = {
	'command.privacy.name': 'gizlilik',
	'command.privacy.description': 'Botun hakkında sakladıklarını gör, dışa aktar veya sil',
	'privacy.title': 'Hakkında saklananlar',
	'privacy.account': 'Discord kullanıcı kimliğin, aşağıdakilerle birlikte: `{id}`',
	'privacy.claims':
		'**Satın alımlar: {count, number}** · ürün, lisans, tarihler, doğruladığın sunucular ve o zamandan beri olanlar. Kodlar şifrelidir.',
	'privacy.more': '… ve {count, number} tane daha. Hepsi dosyada.',
	'privacy.former':
		'**Önceki satın almalar: {count, number}** · ürün, lisans türü ve geçmişlerinde senden söz eden satırlar.',
	'privacy.misses':
		'**Son bir gündeki yanlış kodlar: {count, number}** · yalnızca ne zaman, asla ne yazdığın değil. Bir gün sonra silinir.',
	'privacy.elsewhere':
		'Burada saklanmayan: bir sunucunun kayıt kanalındaki mesajlar. Onlar için o sunucunun ekibine sor.',
	'privacy.export': 'Dosya olarak dışa aktar',
	'privacy.exported': 'Hakkında saklanan her şey bu.',
	'privacy.delete': 'Verilerimi sil',
	'privacy.confirmTitle': 'Verilerin silinsin mi?',
	'privacy.confirm':
		'Satın alımların ve onlardan gelen roller bu botun her sunucusundan gider. Kodlar başkaları için kapalı kalır; sen onları yeniden doğrulayabilirsin. Bu geri alınamaz.',
	'privacy.confirmButton': 'Her şeyi sil',
	'privacy.keep': 'Kalsın',
	'privacy.deleted':
		'Tamam. Verilerin silindi, roller birazdan gider. Başka kimse kullanamasın diye her koddan yalnızca bir iz kalır. Yanlış kodların ve kaldırılan bağlantıların zamanları bir gün içinde kendiliğinden silinir.',
	'privacy.audit': '🗑️ <@{userId}> saklanan verilerini sildi: satın alımlar ve onlardan gelen roller gitti',
	'privacy.exportLater': '⏳ Verilerin dakikada bir kez dosya olarak verilir. Tekrar dene: {when}.',
} satisfies Record<keyof typeof english, string>;
