/** Random values of a catalogue row's fields, as kubelets write them. */
import fc from 'fast-check';
import type { MessageRow } from '../../../src/messages/contract.ts';
import { fieldType, type FieldType } from '../../../src/messages/recognise/fieldType.ts';
import { parseTemplate } from '../../../src/messages/recognise/template.ts';
import type { FieldValues } from '../../../src/messages/write.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const name = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop0123456789'), minLength: 1, maxLength: 12 });
const uid = fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-'));
const pod = fc.tuple(name, name).map(([namespace, own]) => `${namespace}/${own}`);
const json = fc.record({ ID: uid, Type: name, Data: hex(64) }).map((value) => JSON.stringify(value));

/** Values as kubelets write them: of quoted fields anything, of fields between literals only what cannot be taken for the literal. */
function valueOf(type: FieldType, quoted: boolean): fc.Arbitrary<string> {
  switch (type) {
    case 'pod':
      return pod;
    case 'pods':
      return fc.array(pod, { maxLength: 4 }).map((pods) => JSON.stringify(pods));
    case 'uid':
      return uid;
    case 'container-id':
      return hex(64);
    case 'node':
    case 'name':
      return name;
    case 'duration':
      return fc.nat({ max: 59 }).map((seconds) => `${seconds}s`);
    case 'integer':
      return fc.nat().map(String);
    case 'number':
      return fc.nat().map((thousandths) => String(thousandths / 1000));
    case 'boolean':
      return fc.boolean().map(String);
    case 'value':
      return json;
    case 'text':
    case 'error':
      return quoted
        ? fc.string({ unit: 'binary', maxLength: 40 }).filter(isWellFormed)
        : fc.array(name, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  }
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udfff]|\r/u.test(text);
}

/** One value for each field of the row. */
export function fieldsOf(row: MessageRow): fc.Arbitrary<FieldValues> {
  if (row.form === 'structured')
    return fc.record(Object.fromEntries(row.keys.map((key) => [key, valueOf(fieldType(row.id, key), true)])));
  const template = parseTemplate(row.template);
  return fc.record(
    Object.fromEntries(
      template.names.map((field, index) => {
        const quoted = template.quoted[index] === true;
        const oneWord = !quoted && template.literals[index + 1] === ' ';
        return [field, oneWord ? name : unstructuredSafe(valueOf(fieldType(row.id, field), quoted), quoted)];
      }),
    ),
  );
}

/** Printf rows have no lists in JSON and no structures: one word will do where the type says a value. */
function unstructuredSafe(values: fc.Arbitrary<string>, quoted: boolean): fc.Arbitrary<string> {
  return quoted ? values : values.map((value) => value.replace(/["{}[\],:()]/g, ''));
}
