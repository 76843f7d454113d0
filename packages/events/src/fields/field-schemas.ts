import Type from 'typebox';
import { type ChoiceValue, type Field, type Fields, type IntegerValue, isNullable } from './field.ts';

type Nullable<Schema extends Type.TSchema> = Type.TUnion<[Schema, Type.TNull]>;
export const nullable = <Schema extends Type.TSchema>(schema: Schema): Nullable<Schema> =>
  Type.Union([schema, Type.Null()]);

type Mutable<Values> = Values extends readonly [...infer Each extends (string | number)[]] ? Each : never;

type PlainSchema<One extends Field> = One['value'] extends IntegerValue
  ? Type.TInteger
  : One['value'] extends { of: infer Values }
    ? Type.TEnum<Mutable<Values>>
    : Type.TString;

/**
 * Schema of a value without its limits, because events and responses may contain values that an earlier version
 * allowed.
 */
type DataSchema<One extends Field> = One['value'] extends { isOptional: true } | { mayBeHidden: true }
  ? Nullable<PlainSchema<One>>
  : PlainSchema<One>;

type RequestSchema<One extends Field> = One['value'] extends { isOptional: true }
  ? Type.TOptional<Nullable<Type.TString>>
  : One['value'] extends Required<ChoiceValue>
    ? Type.TOptional<PlainSchema<One>>
    : PlainSchema<One>;

type AnswerSchema<One extends Field> = One extends { erased: null }
  ? Nullable<PlainSchema<One>>
  : DataSchema<One>;

/** Returns the schema of each field in an event's data. */
export function dataProperties<Of extends Fields>(fields: Of): { [Name in keyof Of]: DataSchema<Of[Name]> } {
  return mapFields(fields, dataSchema);
}

/** Same as `dataProperties`, for an event that contains only the changed fields. */
export function changedProperties<Of extends Fields>(
  fields: Of,
): { [Name in keyof Of]: Type.TOptional<DataSchema<Of[Name]>> } {
  return mapFields(fields, (field) => Type.Optional(dataSchema(field)));
}

/** Returns the schema of each field in a request, with limits and error messages. */
export function requestProperties<Of extends Fields>(
  fields: Of,
): { [Name in keyof Of]: RequestSchema<Of[Name]> } {
  return mapFields(fields, requestSchema);
}

/** Returns the schema of each field in a response. It is nullable if the value may be null or erased. */
export function answerProperties<Of extends Fields>(
  fields: Of,
): { [Name in keyof Of]: AnswerSchema<Of[Name]> } {
  return mapFields(fields, (field) => {
    const schema = dataSchema(field);
    return field.erased === null && schema.anyOf === undefined ? nullable(schema) : schema;
  });
}

type Options = Readonly<Record<string, unknown>>;
type Described = Type.TSchema & { anyOf?: unknown };

function plainSchema({ value }: Field, options: Options): Described {
  switch (value.kind) {
    case 'text':
      return Type.String(options);
    case 'integer':
      return Type.Integer(options);
    case 'choice':
      return Type.Enum([...value.of], options);
    default:
      return value satisfies never;
  }
}

function dataSchema(field: Field): Described {
  const schema = plainSchema(field, {});
  return isNullable(field) ? nullable(schema) : schema;
}

function requestSchema(field: Field): Type.TSchema {
  const { value, errors = value.kind === 'text' ? { label: field.label } : {} } = field;
  switch (value.kind) {
    case 'text': {
      const { maxLength, format = 'printable', pattern } = value;
      const line = pattern === undefined ? lineOptions(field) : { pattern };
      const text = { maxLength, ...errors, format, ...(value.isLine ? line : {}) };
      if (value.isOptional) return Type.Optional(Type.Union([plainSchema(field, text), Type.Null()], errors));
      return plainSchema(field, { minLength: 1, ...text });
    }
    case 'integer':
      return plainSchema(field, { minimum: value.minimum, maximum: value.maximum, ...errors });
    case 'choice':
      return value.initial === undefined
        ? plainSchema(field, errors)
        : Type.Optional(plainSchema(field, { default: value.initial, ...errors }));
    default:
      return value satisfies never;
  }
}

const lineOptions = ({ label }: Field) => ({
  pattern: '^[^\\t\\n\\r\\u2028\\u2029]*$',
  messages: { pattern: `${label} contains characters that can’t be used` },
});

function mapFields(fields: Fields, schemaOf: (field: Field) => Type.TSchema): never {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])) as never;
}
