/**
 * Month names as `strftime("%b")` prints them: journalctl's `short` modes follow the locale. The table was made from the abbreviated and
 * long names that `Intl.DateTimeFormat` knows for common locales, plus the spellings of glibc's locales that differ (`Mär`, `juin`, `9月`).
 * Keys are lower case without a final dot. Names that two locales use for different months (Czech and Croatian `srp`, …) are left out.
 */
const NAMES: readonly string[] = [
  'jan january januar janvier janv jän jänner jaenner enero ene gen gennaio janeiro jaan jaanuar jan stycznia sty styczeń led ledna leden ian ianuarie янв января январь январ січ січня януари oca ocak tammi tammikuuta tammikuu jan. janúar sausio saus sau ιαν ιανουαρίου ינו ינואר يناير म.ग jan] ม.ค มกราคม thg1 th1 januári',
  'feb february februar février févr fevr fev fév febrero febbraio fevereiro veebr veebruar vee lutego lut luty únor února úno unora februarie фев февраля фев. февр лют лютого февр. şub şubat subat helmi helmikuuta helmikuu febrúar vasario vas φεβ φεβρουαρίου פבר פברואר فبراير ก.พ กุมภาพันธ์ thg2 th2 február febr feber',
  'mar march märz mär maerz mrz mars marzo março marco maart mrt märts marca marzec marec bře března březen martie март мар марта мар. бер березня март. mart maalis maaliskuuta maaliskuu kovo kov μαρ μάρ μαρτίου מרץ مارس มี.ค มีนาคม thg3 th3 március márc márciusi',
  'apr april avril avr abril abr aprile apr. aprill kwietnia kwi kwiecień duben dub dubna aprilie апр апреля апр. кві квітня април nisan nis huhti huhtikuuta huhtikuu apríl balandžio bal απρ απριλίου אפר אפריל أبريل เม.ย เมษายน thg4 th4 április ápr',
  'may mai mayo maggio mag maio mei mei. maja maj kvě května květen mai. май мая тра травня мая. mayıs touko toukokuuta toukokuu maí gegužės geg μαΐ μάι μαϊ μαΐου מאי مايو พ.ค พฤษภาคม thg5 th5 május máj máj.',
  'jun june juni juin junio giugno giu junho juuni czerwca cze czerwiec června červen čvn čer iunie iun июн июня червня чер юни haziran haz kesä kesäkuuta kesäkuu júní jún birželio bir ιουν ιούν ιουνίου יונ יוני يونيو มิ.ย มิถุนายน thg6 th6 június jún.',
  'jul july juli juil juillet julio luglio lug julho juuli lipca lip lipiec července červenec čvc čec iulie iul июл июля липня лип юли temmuz tem heinä heinäkuuta heinäkuu júlí júl liepos lie ιουλ ιούλ ιουλίου יול יולי يوليو ก.ค กรกฎาคม thg7 th7 július júl.',
  'aug august août aout aoû agosto ago augustus augusti sierpnia sie sierpień srpna srpen august. avgust avg авг августа серпня сер август авг. ağustos ağu agu elo elokuuta elokuu ágúst ágú rugpjūčio rgp αυγ αύγ αυγούστου אוג אוגוסט أغسطس ส.ค สิงหาคม thg8 th8 augusztus',
  'sep september sept septembre septiembre settembre set setembro septembrie septembra wrz września wrzesień září zář zari сен сентября сент вер вересня септември септ eylül eyl syys syyskuuta syyskuu rugsėjo rgs σεπ σεπτ σεπτεμβρίου ספט ספטמבר سبتمبر ก.ย กันยายน thg9 th9 szeptember szept',
  'oct october oktober okt octobre octubre ottobre ott outubro out oktoober października paź październik října říjen říj octombrie окт октября жов жовтня октомври ekim eki loka lokakuuta lokakuu október spalio spa spl οκτ οκτωβρίου אוק אוקטובר أكتوبر ต.ค ตุลาคม thg10 th10 oktobra októbra',
  'nov november novembre noviembre novembro noiembrie noi listopad listopadu ноя ноября нояб листопада ное ноември kasım kas marras marraskuuta marraskuu nóvember nóv lapkričio lap νοε νοέ νοεμβρίου נוב נובמבר نوفمبر พ.ย พฤศจิกายน thg11 th11 novembra',
  'dec december dez dezember déc decembre décembre diciembre dic dicembre dezembro dets detsember grudnia gru grudzień prosince prosinec pro decembrie дек декабря гру грудня декември aralık ara joulu joulukuuta joulukuu desember des gruodžio grd δεκ δεκεμβρίου דצמ דצמבר ديسمبر ธ.ค ธันวาคม thg12 th12 decembra',
];

const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name): [string, number] => [withoutDot(name), index + 1])),
);

function withoutDot(name: string): string {
  return name.endsWith('.') || name.endsWith(']') ? name.slice(0, -1) : name;
}

/** The month (1–12) of a name as printed, in any letter case, with or without its dot; `9月` and `9월` count too. `undefined`: no month. */
export function monthOf(name: string): number | undefined {
  const last = name.charAt(name.length - 1);
  if (last === '月' || last === '월') {
    const number = Number(name.slice(0, -1));
    return Number.isInteger(number) && number >= 1 && number <= 12 ? number : undefined;
  }
  return MONTHS.get(withoutDot(name.toLowerCase()));
}
