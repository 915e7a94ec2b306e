/** What is kept under a key; made when somebody asks first. */
export function onceFor<Key, Made extends object | string | number | boolean>(
  known: { get(key: Key): Made | undefined; set(key: Key, made: Made): unknown },
  key: Key,
  make: () => Made,
): Made {
  let made = known.get(key);
  if (made === undefined) known.set(key, (made = make()));
  return made;
}

/** What is made of an object when somebody asks first, and kept as long as the object. */
export function oncePer<Of extends object, Made extends object | number | boolean>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => onceFor(known, of, () => make(of));
}
