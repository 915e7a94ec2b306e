/** What is made of an object when somebody asks first, and kept as long as the object. */
export function oncePer<Of extends object, Made extends object | number | boolean>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => {
    let made = known.get(of);
    if (made === undefined) known.set(of, (made = make(of)));
    return made;
  };
}
